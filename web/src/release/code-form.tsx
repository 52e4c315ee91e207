// The form for the executor's access code.
import { codeMissing } from '@remembrance/contract/release.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { sentenceOf } from '../lib/call.ts';
import { SubmitButton } from '../ui/button.tsx';
import { CodeField } from '../ui/code-field.tsx';
import { toast } from '../ui/toast.tsx';
import { type OpenedVault, useVerification } from './use-release.ts';

interface CodeFormProps {
  onOpened: (opened: OpenedVault) => void;
  /** Whether to focus the field, because this form replaces an open vault. */
  takesFocus: boolean;
  /** The code of a card's QR code, to be shown in the field; empty without one. */
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
  const [isMissing, setMissing] = useState(false);
  const verification = useVerification(onOpened);
  const refusal = verification.error && sentenceOf(verification.error, 'Invalid access code');

  function verify(event: FormEvent) {
    event.preventDefault();
    if (verification.isPending) return;
    const code = field.current?.value.trim() ?? '';
    setMissing(code === '');
    if (code !== '') return verification.mutate(code, { onError: () => field.current?.focus() });
    toast({ title: 'Missing Code', description: codeMissing, variant: 'destructive', isSaidInPage: true });
    field.current?.focus();
  }
  return (
    // POST even if the page's script did not run, so that the code never appears in an address.
    <form method="post" noValidate onSubmit={verify} className="grid gap-6">
      <CodeField
        ref={field}
        label="Access code"
        hint={codeInLink ? filledIn : inTheLetter}
        error={isMissing ? codeMissing : (refusal ?? undefined)}
        groupLength={5}
        className="text-lg"
      />
      <SubmitButton isBusy={verification.isPending} className="justify-self-start">
        Verify Access
      </SubmitButton>
    </form>
  );
}

const inTheLetter = 'It is in the letter we sent you. Capitals, spaces and dashes make no difference.';
const filledIn = 'The code of your card is filled in.';
