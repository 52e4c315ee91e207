// A group that receives the focus when its focused content is replaced, so that keyboard users continue here instead of at the top of the
// page.
import { type ReactNode, useEffect, useRef } from 'react';

interface FocusFallbackProps {
  /** Identifies the content shown now. */
  shown: string;
  label: string;
  className?: string;
  children: ReactNode;
}

export function FocusFallback({ shown, label, className, children }: FocusFallbackProps) {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(shown);
  useEffect(() => {
    const gaveWay = before.current !== shown;
    before.current = shown;
    if (gaveWay && document.activeElement === document.body) place.current?.focus();
  }, [shown]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: it groups content outside a form
    <div ref={place} tabIndex={-1} role="group" aria-label={label} className={className}>
      {children}
    </div>
  );
}
