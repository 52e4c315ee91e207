// The step after a right password in a browser that never used the account: the emailed code. The service stores the step, because a
// phone may leave this page for the mail app and return later.
import type { ReplyOf } from '@remembrance/contract/endpoint.ts';
import { answerSignInCode, resendSignInCode } from '@remembrance/contract/sign-in-code.ts';
import { withNext } from '@remembrance/contract/site-path.ts';
import { useEffect } from 'react';
import { type CallError, call } from '../../lib/call.ts';
import { timeUntil } from '../../lib/dates.ts';
import { fieldOf, useContractForm } from '../../lib/form.ts';
import { useNavigate } from '../../lib/location.tsx';
import { useMutationOnce } from '../../lib/one-at-a-time.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { LetterCodeField } from '../../ui/fields/text-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SupportLink } from '../../ui/support-link.tsx';
import { openAfterSignIn, useDestination } from '../forms/destination.ts';
import { FormPage, SubmitForm, TextLink } from '../forms/form-page.tsx';
import { MailboxLink } from '../forms/mailbox-link.tsx';
import { useFormSubmission } from '../forms/use-form-submission.ts';
import { useCodeWait, useTypedAddress } from '../forms/use-typed-address.ts';
import { useUser } from '../sessions/use-user.ts';

export default function SignInCodePage() {
  const destination = useDestination();
  const navigate = useNavigate();
  const form = useContractForm(answerSignInCode.body, { code: '' });
  const { submit, isBusy, isDone, refusal, forgetRefusal } = useFormSubmission(
    form,
    (body) => call(answerSignInCode, { body }),
    () => openAfterSignIn(destination),
  );
  const sending = useMutationOnce<SentCode, CallError>({
    mutationFn: () => call(resendSignInCode),
    onMutate: forgetRefusal,
    onSuccess({ state }) {
      if (state === 'sent') form.resetField('code');
      form.setFocus('code', { shouldSelect: true });
    },
  });
  const isSignedIn = useUser().status === 'signed-in';
  const codeAt = useCodeWait();
  const typedAddress = useTypedAddress();
  const waitsUntil = sending.data?.state === 'sent' ? undefined : codeAt;
  const startAgainPath = withNext('/sign-in', destination);
  const isWrong = refusal?.code === 'sign-in-code-refused';
  const needsApp = refusal?.code === 'second-step-needed'; // turned on in the meantime
  useEffect(() => {
    if (isWrong) form.setFocus('code', { shouldSelect: true });
    if (needsApp) navigate(withNext('/second-step', destination));
    if (isSignedIn) navigate(destination, { replace: true });
  }, [isWrong, needsApp, isSignedIn, form.setFocus, navigate, destination]);
  return (
    <FormPage
      title="Enter the code from our email"
      lead={waitsUntil ? <CodeWaits until={waitsUntil} /> : <CodeSent to={typedAddress} />}
      otherwise={
        <span>
          Not your account? <TextLink to={startAgainPath}>Start again</TextLink>
        </span>
      }
    >
      <div className="grid gap-6">
        <MailboxLink />
        <SubmitForm
          onSubmit={(event) => {
            sending.reset();
            return form.handleSubmit(submit)(event);
          }}
          refusal={refusal}
          refusalAction={nextStep(refusal, startAgainPath)}
        >
          <LetterCodeField {...fieldOf(form, 'code')} />
          <Button type="submit" isBusy={isBusy || isDone} isWide>
            Log In
          </Button>
        </SubmitForm>
        <AnotherCode sending={sending} startAgainPath={startAgainPath} />
        <LostMailbox startAgainPath={startAgainPath} />
      </div>
    </FormPage>
  );
}

/** A tab opened later knows neither the address nor whether a sign-in is waiting here at all. */
function CodeSent({ to }: { to: string }) {
  if (!to)
    return (
      <span>The code is in the email we send to the email address of your account after you enter your password.</span>
    );
  return (
    <span>
      <span>We sent a code to </span>
      <AsWritten className="font-bold text-ink">{to}</AsWritten>
      <span>. We ask for it once in each new browser.</span>
    </span>
  );
}

/** The step ends after ten minutes, or when the password was changed or the code was used elsewhere. A new step has new tries. */
const endings = ['second-step-over', 'next-code-waits', 'sign-in-code-over'];
const nextStep = (refusal: CallError | null | undefined, startAgainPath: string) =>
  endings.includes(refusal?.code ?? '') && (
    <ButtonLink variant="secondary" to={startAgainPath}>
      Start again
    </ButtonLink>
  );

/** Somebody else has just asked for codes, so the one for this browser has to wait. */
const CodeWaits = ({ until }: { until: string }) => (
  <span>
    {`We have just sent codes for other browsers. The one for this browser can be sent at ${timeUntil(until, new Date())}: please stay on this page, and then press “Send another code”. If you did not ask in another browser, choose a new password.`}
  </span>
);

const outcomes: Record<SentCode['state'], (time: string) => string> = {
  sent: () => 'Another code is on its way. Please use the newest one.',
  'still-works': (time) => `The code we sent for this browser still works. You can ask for another at ${time}.`,
  waits: (time) => `We have just sent codes for other browsers. You can ask for the one for this browser at ${time}.`,
};

type SentCode = ReplyOf<typeof resendSignInCode>;

interface AnotherCodeProps {
  sending: ReturnType<typeof useMutationOnce<SentCode, CallError>>;
  startAgainPath: string;
}

function AnotherCode({ sending, startAgainPath }: AnotherCodeProps) {
  const { data: sent, error, isPending } = sending;
  return (
    <div className="grid gap-4">
      <p className="text-muted">No email after a few minutes? Please check your spam folder.</p>
      {sent && !isPending && (
        <Notice variant={sent.state === 'sent' ? 'success' : 'info'} isAnnounced>
          {outcomes[sent.state](timeUntil(sent.resendAt, new Date()))}
        </Notice>
      )}
      {error && !isPending && (
        <Notice variant="danger" isAnnounced action={nextStep(error, startAgainPath)}>
          {error.code === 'next-code-waits' && error.retryAt
            ? `Too many wrong codes were entered here. You can ask for another at ${timeUntil(error.retryAt, new Date())}, or start again.`
            : error.detail}
        </Notice>
      )}
      <Button variant="secondary" isBusy={isPending} isWide onClick={() => sending.mutateOnce()}>
        Send another code
      </Button>
    </div>
  );
}

function LostMailbox({ startAgainPath }: { startAgainPath: string }) {
  return (
    <details className="text-muted">
      <summary className="min-h-11 content-center">I cannot read this mailbox</summary>
      <p className="mt-1">
        <TextLink to={startAgainPath}>Log in with a passkey</TextLink>
        <span>, or in a browser you have used before, or write to </span>
        <SupportLink />
        <span>.</span>
      </p>
    </details>
  );
}
