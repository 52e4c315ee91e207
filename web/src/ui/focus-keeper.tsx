// A place whose parts give way to one another: where the part that had the focus is gone, the place takes it, so that a
// keyboard goes on here and not at the top of the page.
import { type ReactNode, useEffect, useRef } from 'react';

interface FocusKeeperProps {
  /** Names what stands here now. */
  shown: string;
  label: string;
  className?: string;
  children: ReactNode;
}

export function FocusKeeper({ shown, label, className, children }: FocusKeeperProps) {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(shown);
  useEffect(() => {
    const gaveWay = before.current !== shown;
    before.current = shown;
    if (gaveWay && document.activeElement === document.body) place.current?.focus();
  }, [shown]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: it holds what belongs together, and is no part of a form
    <div ref={place} tabIndex={-1} role="group" aria-label={label} className={className}>
      {children}
    </div>
  );
}
