// The page behind "I am well" in our email. Opening it changes nothing; one press answers. A link that was answered before is thanked.
import { answerCheckIn } from '@remembrance/contract/check-in.ts';
import type { ReplyOf } from '@remembrance/contract/endpoint.ts';
import { type CallError, call } from '../lib/call.ts';
import { dayInFull } from '../lib/dates.ts';
import { useMutationOnce } from '../lib/one-at-a-time.ts';
import { FormPage } from '../people/forms/form-page.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Notice, RefusalNotice } from '../ui/notice.tsx';

export function IAmWell({ token }: { token: string }) {
  const answer = useMutationOnce<ReplyOf<typeof answerCheckIn>, CallError>({
    mutationFn: () => call(answerCheckIn, { body: { token } }),
  });
  if (answer.data) return <Thanks {...answer.data} />;
  return (
    <FormPage
      title="Are you well?"
      lead="One press answers our email. Nothing else changes."
      otherwise="Opening this page answers nothing. If you did not expect our email, sign in and open “Check-in” under your account."
    >
      <div className="grid gap-5">
        <RefusalNotice error={answer.error} />
        <Button isWide isBusy={answer.isPending} onClick={() => answer.mutateOnce()}>
          I am well
        </Button>
      </div>
    </FormPage>
  );
}

function Thanks({ isNew, nextAt }: ReplyOf<typeof answerCheckIn>) {
  return (
    <FormPage title={isNew ? 'Good to hear' : 'Already answered, thank you'}>
      <Notice
        variant="success"
        isAnnounced
        action={
          <ButtonLink to="/check-in" variant="secondary" isReplacing>
            Change the check-in
          </ButtonLink>
        }
      >
        {nextAt
          ? `We ask again on ${dayInFull(nextAt)} at the earliest, and only if you have not been here until then. You may close this page.`
          : 'We do not ask again, because the check-in is off. You may close this page.'}
      </Notice>
    </FormPage>
  );
}
