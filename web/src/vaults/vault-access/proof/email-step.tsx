// The first proof: the address the letter was sent to.
import { emailMissing } from '@remembrance/contract/vault-access.ts';
import { type FormEvent, useRef, useState } from 'react';
import { sentenceOf } from '../../../lib/call.ts';
import { proofRefusal, titled } from '../../../lib/error-text.ts';
import { SubmitButton } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { type Proof, useEmailProof } from './use-access.ts';

export const EmailStep = ({ token }: { token: string }) => <EmailForm proof={useEmailProof(token)} />;

export function EmailForm({ proof }: { proof: Proof<string> }) {
  const field = useRef<HTMLInputElement>(null);
  const [isMissing, setMissing] = useState(false);
  const { error } = proof;
  const refusal = error
    ? titled('Verification Failed', proofRefusal(error, sentenceOf(error, 'Invalid email address')))
    : undefined;

  function verify(event: FormEvent) {
    event.preventDefault();
    if (proof.isPending) return;
    const email = field.current?.value.trim() ?? '';
    setMissing(email === '');
    const onError = () => field.current?.focus();
    if (email !== '') return proof.mutateOnce(email, { onError });
    toast({ title: 'Email Required', description: emailMissing, variant: 'destructive', isSaidInPage: true });
    field.current?.focus();
  }
  return (
    <form method="post" noValidate onSubmit={verify} className="grid gap-6">
      <TextField
        ref={field}
        label="Your email address"
        hint="The address that got our email."
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        error={isMissing ? titled('Email Required', emailMissing) : refusal}
      />
      <SubmitButton isBusy={proof.isPending} className="justify-self-start">
        Verify Email
      </SubmitButton>
    </form>
  );
}
