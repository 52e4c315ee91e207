// The parts of the create form. On a phone or a tablet a complete part collapses to its summary, except the one being written in; a click,
// or an error in it, opens it again. Nothing collapses on a wide screen.
import { createContext, type FocusEvent, type FormEvent, type ReactNode, useContext, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFormState } from 'react-hook-form';
import { useMedia } from '../../../lib/browser/media.ts';
import { FoldingSection } from '../../../ui/folding-section.tsx';
import { inPlace } from '../../../ui/in-place.ts';
import type { CreateForm } from '../draft/vault-form.ts';
import { completeParts, fieldsOfPart, type PartName, stepsDone, summaryOfPart } from './form-parts.ts';

interface PartState {
  canFold: boolean;
  isFolded: boolean;
  summary: string;
}

interface Folding {
  stateOf: (part: PartName) => PartState;
  toggle: (part: PartName) => void;
}

export const FoldingContext = createContext<Folding>({
  stateOf: () => ({ canFold: false, isFolded: false, summary: '' }),
  toggle: () => {},
});

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

export function useFolding(form: CreateForm) {
  const isNarrow = useMedia('(width < 64rem)');
  const { errors } = useFormState({ control: form.control });
  const read = () => completeParts(form.getValues(), new Date());
  const [complete, setComplete] = useState(read);
  const [current, setCurrent] = useState<PartName>();

  const stateOf = (part: PartName): PartState => {
    const canFold = isNarrow && part !== 'terms' && complete.has(part);
    const hasError = fieldsOfPart[part].some((name) => errors[name]);
    const isFolded = canFold && current !== part && !hasError;
    return { canFold, isFolded, summary: isFolded ? summaryOfPart(part, form.getValues()) : '' };
  };
  /** Focusing a field collapses the other parts. A click on a button doesn't, or the button would move away under the finger. */
  const onFocus = ({ target }: FocusEvent) => {
    const part = target.closest<HTMLElement>('[data-part]')?.dataset.part as PartName | undefined;
    if (part && part !== current && isWritten(target)) inPlace(() => setCurrent(part));
  };
  const toggle = (part: PartName) => inPlace(() => setCurrent(part === current ? undefined : part));
  return {
    folding: { stateOf, toggle },
    /** @param then called once the part is open */
    open: (part: PartName, then: () => void) => {
      flushSync(() => {
        setComplete(read());
        setCurrent(part);
      });
      then();
    },
    progress: stepsDone(complete),
    /** The attributes of the form. A field's value may be final when it loses the focus, and a box is as soon as it is ticked. */
    ofForm: {
      onFocus,
      onBlur: () => setComplete(read()),
      onChange: ({ target }: FormEvent) => {
        if (target instanceof HTMLInputElement && target.type === 'checkbox') setComplete(read());
      },
    },
  };
}

const isWritten = (target: Element): boolean =>
  target.matches('textarea, input:not([type=checkbox], [type=radio], [type=file])');
