// A part of the create form. On a phone it folds to its summary once it is complete and the owner moves on; a press, or an error in it,
// opens it again.
import { type ReactNode, useContext } from 'react';
import { FoldingSection } from '../../../ui/folding-section.tsx';
import { FoldingContext } from './folding.ts';
import type { PartName } from './form-parts.ts';

interface FormPartProps {
  part: PartName;
  title: string;
  hint?: ReactNode;
  children: ReactNode;
}

export function FormPart({ part, ...section }: FormPartProps) {
  const { stateOf, toggle } = useContext(FoldingContext);
  return (
    <div data-part={part}>
      <FoldingSection {...section} {...stateOf(part)} onToggle={() => toggle(part)} />
    </div>
  );
}
