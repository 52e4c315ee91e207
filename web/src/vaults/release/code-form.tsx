// The form for the executor's access code.

import { codeMissing } from '@remembrance/contract/access-code.ts';
import { accessCodeCharacters } from '@remembrance/contract/limits.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { sentenceOf } from '../../lib/call.ts';
import { proofRefusal, titled } from '../../lib/error-text.ts';
import { SubmitButton } from '../../ui/button.tsx';
import { CodeField, codeLength, foreignCharacter, readCode } from '../../ui/fields/code-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { type OpenedVault, useVerification } from './use-release.ts';

interface CodeFormProps {
  onOpened: (opened: OpenedVault) => void;
  /** Whether to focus the field, because this form replaces an open vault. */
  takesFocus: boolean;
  /** The code from a card's QR code, to fill the field with; empty without one. */
  codeInLink: string;
}

export function CodeForm({ onOpened, takesFocus, codeInLink }: CodeFormProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);
  useEffect(() => {
    if (codeInLink && field.current) field.current.value = codeInLink;
  }, [codeInLink]);
  const [typed, setTyped] = useState('complete' as Completeness);
  const verification = useVerification(onOpened);
  const { error } = verification;
  const refusal = error && titled('Verification Failed', proofRefusal(error, sentenceOf(error, 'Invalid access code')));

  function verify(event: FormEvent) {
    event.preventDefault();
    if (verification.isPending) return;
    const code = field.current ? readCode(field.current) : '';
    const completeness = completenessOf(code);
    setTyped(completeness);
    if (completeness === 'complete') return verification.mutateOnce(code, { onError: () => field.current?.focus() });
    toast({ ...completeness, variant: 'destructive', isSaidInPage: true });
    field.current?.focus();
  }
  return (
    // POST even if the page's script did not run, so that the code never appears in an address.
    <form method="post" noValidate onSubmit={verify} className="grid gap-6">
      <CodeField
        ref={field}
        label="Access code"
        hint={codeInLink ? filledIn : inTheLetter}
        error={typed === 'complete' ? (refusal ?? undefined) : titled(typed.title, typed.description)}
        className="text-lg"
      />
      <SubmitButton isBusy={verification.isPending} className="justify-self-start">
        Verify Access
      </SubmitButton>
    </form>
  );
}

type Completeness = 'complete' | { title: string; description: string };

/** A code that is too short or too long, or in another alphabet, cannot be right, so it is not sent. */
function completenessOf(code: string): Completeness {
  const length = codeLength(code);
  if (code === '') return { title: 'Missing Code', description: codeMissing };
  const foreign = foreignCharacter(code);
  if (!foreign && length === accessCodeCharacters) return 'complete';
  const description = foreign
    ? `“${foreign}” is not in a code, even if it looks like a letter that is. A code has only Latin letters and numbers.`
    : `A code has ${accessCodeCharacters} letters and numbers. This code has ${length}.`;
  return { title: 'Verification Failed', description };
}

const inTheLetter = 'It is in the email we sent you. Capitals, spaces and dashes make no difference.';
const filledIn = 'We have filled in the code from your card.';
