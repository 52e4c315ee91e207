// A part of the create form. On a phone it folds to its summary once it is complete and the owner writes further on; one press,
// or an error in it, opens it again.
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useContext, useId } from 'react';
import { Section } from '../../ui/section.tsx';
import { FoldingContext } from './folding.ts';
import type { PartName } from './form-parts.ts';

interface FormPartProps {
  part: PartName;
  title: string;
  hint?: ReactNode;
  children: ReactNode;
}

export function FormPart({ part, title, hint, children }: FormPartProps) {
  const { stateOf, toggle } = useContext(FoldingContext);
  const id = useId();
  const { canFold, isFolded, summary } = stateOf(part);
  return (
    <div data-part={part}>
      <Section
        title={
          canFold ? (
            <button
              type="button"
              aria-expanded={!isFolded}
              aria-controls={id}
              onClick={() => toggle(part)}
              className="-my-2 flex min-h-11 w-full items-center justify-between gap-4 text-start"
            >
              <span>{title}</span>
              <ChevronDown
                aria-hidden
                className={`size-5 shrink-0 text-muted ${isFolded ? '' : 'rotate-180'}`}
                strokeWidth={1.75}
              />
            </button>
          ) : (
            title
          )
        }
        hint={isFolded ? <bdi className="line-clamp-2">{summary}</bdi> : hint}
      >
        <div id={id} hidden={isFolded} className="grid min-w-0 content-start gap-5">
          {children}
        </div>
      </Section>
    </div>
  );
}
