// A section that collapses to its heading and a summary of one or two lines. Collapsed content stays in the page, so nothing typed is lost.
import { ChevronDown } from 'lucide';
import { type ReactNode, useId } from 'react';
import { Icon } from './icon.tsx';
import { Section, type SectionProps } from './section.tsx';

export interface FoldingSectionProps extends SectionProps {
  title: string;
  /** True by default. Otherwise the heading has no button. */
  canFold?: boolean;
  isFolded: boolean;
  /** Shown while it is collapsed. */
  summary: ReactNode;
  onToggle: () => void;
}

export function FoldingSection({
  title,
  hint,
  canFold = true,
  isFolded,
  summary,
  onToggle,
  children,
  ...rest
}: FoldingSectionProps) {
  const id = useId();
  const heading = canFold ? (
    <button
      type="button"
      aria-expanded={!isFolded}
      aria-controls={id}
      onClick={onToggle}
      // While it is collapsed, a click on its summary opens it too.
      className={`-my-2 flex min-h-11 w-full items-center justify-between gap-4 text-start ${isFolded ? 'after:absolute after:inset-0' : ''}`}
    >
      <span>{title}</span>
      <Icon of={ChevronDown} className={`size-5 shrink-0 text-muted ${isFolded ? '' : 'rotate-180'}`} />
    </button>
  ) : (
    title
  );
  return (
    <Section {...rest} title={heading} hint={isFolded ? <bdi className="line-clamp-2">{summary}</bdi> : hint}>
      <div id={id} hidden={isFolded} className="grid min-w-0 content-start gap-5">
        {children}
      </div>
    </Section>
  );
}
