// A section of a long page: heading and hint on one side, fields or facts on the other; stacked in a narrow column.
import { type ReactNode, useId } from 'react';

export interface SectionProps {
  title: ReactNode;
  hint?: ReactNode;
  /** Whether the heading is always above the content. */
  isOneColumn?: boolean;
  /** The fragment of links to it. */
  anchor?: string;
  children: ReactNode;
}

export function Section({ title, hint, isOneColumn = false, anchor, children }: SectionProps) {
  const id = useId();
  const columns = isOneColumn ? 'py-6' : 'py-7 md:grid-cols-[minmax(0,2fr)_minmax(0,5fr)] md:gap-8 md:py-9';
  return (
    <section id={anchor} aria-labelledby={id} className={`grid gap-5 border-line border-t ${columns}`}>
      <div className="relative">
        <h2 id={id} className="font-display text-title-sm">
          {title}
        </h2>
        {hint && <p className="mt-1.5 text-muted text-sm">{hint}</p>}
      </div>
      <div className="grid min-w-0 content-start gap-5 has-[>:only-child[hidden]]:hidden">{children}</div>
    </section>
  );
}
