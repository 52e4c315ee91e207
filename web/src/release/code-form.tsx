// The form for the executor's access code.
import { codeMissing } from '@remembrance/contract/release.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { sentenceOf } from '../lib/call.ts';
import { SubmitButton } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast.tsx';
import { type OpenedVault, useVerification } from './use-release.ts';

interface CodeFormProps {
  onOpened: (opened: OpenedVault) => void;
  /** Whether to focus the field, because this form replaces an open vault. */
  takesFocus: boolean;
}

export function CodeForm({ onOpened, takesFocus }: CodeFormProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);
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
      <TextField
        ref={field}
        label="Access code"
        hint="It is in the letter we sent you. Capitals, spaces and dashes make no difference."
        error={isMissing ? codeMissing : (refusal ?? undefined)}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        className="tracking-wide"
      />
      <SubmitButton isBusy={verification.isPending} className="justify-self-start">
        Verify Access
      </SubmitButton>
    </form>
  );
}
