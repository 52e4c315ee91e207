// The previous mailbox agrees to a move of the account, which can then read its content at once.
import { agreeToMove } from '@remembrance/contract/owner-changes.ts';
import { type CallError, call } from '../lib/call.ts';
import { longDate } from '../lib/dates.ts';
import { useMutationOnce } from '../lib/one-at-a-time.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

export function Agreement({ token, contentFrom }: { token: string; contentFrom: string }) {
  const agreeing = useMutationOnce<unknown, CallError>({ mutationFn: () => call(agreeToMove, { body: { token } }) });
  if (agreeing.isSuccess)
    return (
      <Notice variant="success" isAnnounced>
        Thank you. The account can read what you have written again. You can close this page.
      </Notice>
    );
  return (
    <>
      <p>{`If it was you, press the button below: the account can then read what you have written at once. Otherwise it can from ${longDate(contentFrom)}.`}</p>
      {agreeing.error && (
        <Notice variant="danger" isAnnounced>
          {agreeing.error.detail}
        </Notice>
      )}
      <Button isWide isBusy={agreeing.isPending} onClick={() => agreeing.mutateOnce()}>
        It was me
      </Button>
    </>
  );
}
