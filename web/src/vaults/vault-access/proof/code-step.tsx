// Proves access to the mailbox after several wrong answers: we send a code and the recipient enters it here. The service stores the step
// and the waiting time, because a phone may leave this page for the mail app and return later.
import type { SentCode } from '@remembrance/contract/access-state.ts';
import { lengths } from '@remembrance/contract/limits.ts';
import { mailedCodeField } from '@remembrance/contract/typed-code.ts';
import { mailboxCodeMissing } from '@remembrance/contract/vault-access.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { CallError, sentenceOf } from '../../../lib/call.ts';
import { timeUntil } from '../../../lib/dates.ts';
import { titled } from '../../../lib/error-text.ts';
import { Button } from '../../../ui/button.tsx';
import { LetterCodeField } from '../../../ui/fields/text-field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.tsx';
import { codeNotSent, useCodeProof, useCodeSending } from './use-access.ts';
import { useIsBefore } from './waiting-notices.tsx';

interface CodeStepProps {
  token: string;
  /** The code this browser has requested. */
  code: SentCode | undefined;
}

export function CodeStep({ token, code }: CodeStepProps) {
  const sending = useCodeSending(token);
  const proof = useCodeProof(token);
  const failure = proof.error
    ? titled('Verification Failed', sentenceOf(proof.error, 'This code is wrong'))
    : undefined;
  const sendingFailure = sending.error ? titled('Verification Failed', whyNotSent(sending.error)) : undefined;
  const send = () => sending.mutateOnce(undefined, { onSuccess: () => proof.reset() });
  if (!code)
    return (
      <div className="grid gap-6">
        {(sendingFailure ?? failure) && <Notice variant="danger">{sendingFailure ?? failure}</Notice>}
        <p>We send the code to the address that got our first email. It arrives within a few minutes.</p>
        <Button className="justify-self-start" isBusy={sending.isPending} onClick={send}>
          Send me the code
        </Button>
      </div>
    );
  return (
    <div className="grid gap-6">
      <CodeForm
        isNew={sending.isSuccess}
        failure={failure}
        isBusy={proof.isPending}
        onEnter={(typed) => proof.mutateOnce(typed)}
      />
      <Resend code={code} isBusy={sending.isPending} onSend={send} />
    </div>
  );
}

function whyNotSent(error: unknown): string {
  const waitsUntil = error instanceof CallError && error.code === 'next-code-waits' && error.retryAt;
  if (!waitsUntil) return sentenceOf(error, codeNotSent);
  return `Too many wrong codes were entered here. You can ask for another at ${timeUntil(waitsUntil, new Date())}.`;
}

interface CodeFormProps {
  /** Whether the code was requested just now, on this page. */
  isNew: boolean;
  failure: string | undefined;
  isBusy: boolean;
  onEnter: (typed: string) => void;
}

function CodeForm({ isNew, failure, isBusy, onEnter }: CodeFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const [mistake, setMistake] = useState<string>();
  useEffect(() => {
    if (isNew || failure) field.current?.focus();
  }, [isNew, failure]);

  function verify(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const typed = field.current?.value.trim() ?? '';
    const { error } = mailedCodeField(mailboxCodeMissing).safeParse(typed);
    const description = error?.issues[0]?.message;
    setMistake(description);
    if (!description) return onEnter(typed);
    toast({ title: 'Code Required', description, variant: 'destructive', isSaidInPage: true });
    field.current?.focus();
  }
  return (
    <form method="post" noValidate onSubmit={verify} className="grid gap-6">
      <Notice variant="success" title="An email with a code is on its way" isAnnounced={isNew}>
        Please check your mailbox, and the spam folder too. You can leave this page and come back to it.
      </Notice>
      <LetterCodeField
        ref={field}
        maxLength={lengths.accessCode}
        error={mistake ? titled('Code Required', mistake) : failure}
      />
      <Button type="submit" isBusy={isBusy} className="justify-self-start">
        Continue
      </Button>
    </form>
  );
}

function Resend({ code, isBusy, onSend }: { code: SentCode; isBusy: boolean; onSend: () => void }) {
  const isWaiting = useIsBefore(code.resendAt);
  if (isWaiting)
    return (
      <p className="text-muted text-sm">
        {`If it does not arrive, you can request another code at ${timeUntil(code.resendAt, new Date())}.`}
      </p>
    );
  return (
    <div className="grid gap-2">
      <p className="text-muted text-sm">Did it not arrive?</p>
      <Button variant="secondary" className="justify-self-start" isBusy={isBusy} onClick={onSend}>
        Send another code
      </Button>
    </div>
  );
}
