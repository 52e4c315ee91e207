// A field for an address that we will write to. It asks about a near miss of a well-known domain when the person leaves the field, and once
// more before anything is sent, because nobody learns that an email went to somebody else.
import { type ChangeEvent, type FocusEvent, useEffect, useRef, useState } from 'react';
import { nearMissOf } from '../../lib/near-miss.ts';
import { AsWritten } from '../as-written.tsx';
import { Button } from '../button.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

interface Question {
  meant: string;
  /** Whether it held the form back, so that its first button receives the focus. */
  holdsBack: boolean;
}

export function EmailField({ onBlur, onChange, ...rest }: Omit<TextFieldProps, 'type'>) {
  const place = useRef<HTMLDivElement>(null);
  const [question, setQuestion] = useState<Question>();
  const settled = useRef('');
  const input = () => place.current?.querySelector('input');
  useHeldForm(place, () => {
    const typed = input()?.value.trim() ?? '';
    const meant = nearMissOf(typed);
    if (!meant || settled.current === typed) return false;
    settled.current = typed;
    setQuestion({ meant, holdsBack: true });
    return true;
  });
  useEffect(() => {
    if (question?.holdsBack) place.current?.querySelector('button')?.focus();
  }, [question]);

  const leave = (event: FocusEvent<HTMLInputElement>) => {
    onBlur?.(event);
    // A press on the button asks as well, and the button must not move away under it.
    if (event.relatedTarget instanceof HTMLButtonElement && event.relatedTarget.type === 'submit') return;
    const typed = event.target.value.trim();
    if (settled.current === typed) return;
    const meant = nearMissOf(typed);
    setQuestion(meant ? { meant, holdsBack: false } : undefined);
  };
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    setQuestion(undefined);
    return onChange?.(event);
  };
  function settle(address?: string) {
    const field = input();
    if (field && address) type(field, address);
    settled.current = field?.value.trim() ?? '';
    setQuestion(undefined);
    field?.focus();
  }
  return (
    <div ref={place}>
      <TextField {...rest} type="email" onBlur={leave} onChange={change} />
      <div role="status">
        {question && (
          <div className="mt-2 rounded-field border border-line bg-vellum p-3 text-sm">
            <p className="wrap-anywhere">
              <span>Did you mean </span>
              <AsWritten className="font-semibold">{question.meant}</AsWritten>
              <span>?</span>
            </p>
            <div className="mt-2 flex flex-wrap gap-2">
              <Button variant="secondary" size="compact" onClick={() => settle(question.meant)}>
                Use this address
              </Button>
              <Button variant="quiet" size="compact" onClick={() => settle()}>
                No, mine is right
              </Button>
            </div>
          </div>
        )}
      </div>
    </div>
  );
}

/** Holds the form's next sending back while `asks` returns true. It listens at the form itself, before the form's own handler. */
function useHeldForm(place: { current: HTMLElement | null }, asks: () => boolean): void {
  const ask = useRef(asks);
  useEffect(() => {
    ask.current = asks;
  });
  useEffect(() => {
    const form = place.current?.closest('form');
    const hold = (event: SubmitEvent) => {
      if (!ask.current()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    form?.addEventListener('submit', hold);
    return () => form?.removeEventListener('submit', hold);
  }, [place]);
}

/** As if it had been typed. React overrides the element's own setter and would not notice a change made with it. */
function type(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
