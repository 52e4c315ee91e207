// The layout of both legal texts: date, table of contents, and numbered sections.
import type { ReactNode } from 'react';
import { PageShell } from '../../ui/page/page-shell.tsx';

export interface LegalPart {
  title: string;
  text: ReactNode;
}

interface LegalTextProps {
  title: string;
  /** A summary in a few sentences. */
  summary: ReactNode;
  sections: readonly LegalPart[];
}

const lastUpdated = 'October 27, 2025';

export function LegalText({ title, summary, sections }: LegalTextProps) {
  return (
    <PageShell title={title} lead={`Last updated ${lastUpdated}`} width="text">
      <p className="rounded-card border border-line bg-vellum p-5">{summary}</p>
      <nav aria-label="Contents" className="on-screen-only mt-8">
        <ol className="columns-1 gap-8 text-sm sm:columns-2">
          {sections.map((section, index) => (
            <li key={section.title} className="break-inside-avoid">
              <a
                className="inline-flex min-h-11 items-center text-muted hover:text-ink hover:underline"
                href={`#${anchorOf(index)}`}
              >
                {`${index + 1}. ${section.title}`}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      {sections.map((section, index) => (
        <section key={section.title} id={anchorOf(index)} className="scroll-mt-6 pt-10">
          <h2 className="font-display text-title-sm">{`${index + 1}. ${section.title}`}</h2>
          <div className="mt-3 grid gap-3 [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-1.5 [&_ul]:ps-5">{section.text}</div>
        </section>
      ))}
    </PageShell>
  );
}

const anchorOf = (index: number): string => `section-${index + 1}`;
