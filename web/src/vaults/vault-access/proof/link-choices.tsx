// Below a proof: to be reminded later, and to say that the link is not for its reader. It loads after the page's field works.
import { closeLink, remindRecipient } from '@remembrance/contract/link-choices.ts';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { longDate } from '../../../lib/dates.ts';
import { useMutationOnce } from '../../../lib/one-at-a-time.ts';
import { Confirmation } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toastFailure } from '../../../ui/toast.tsx';
import { useStartAgain } from './use-access.ts';

interface LinkChoicesProps {
  token: string;
  /** When a reminder is due. */
  remindAt: string | undefined;
  /** Whether nothing is proven yet. */
  isAtDoor: boolean;
}

export default function LinkChoices({ token, remindAt, isAtDoor }: LinkChoicesProps) {
  return (
    <div className="mt-10 grid justify-items-start gap-2 border-line border-t pt-4 text-sm">
      <Reminder token={token} remindAt={remindAt} />
      {isAtDoor && <NotForMe token={token} />}
    </div>
  );
}

const failed = (error: unknown) =>
  toastFailure(error, { title: 'Not Saved', fallback: 'This could not be saved. Please try again.' });

function Reminder({ token, remindAt }: Pick<LinkChoicesProps, 'token' | 'remindAt'>) {
  const chosen = useRef<HTMLParagraphElement>(null);
  const choice = useMutationOnce({
    mutationFn: (after: 'week' | 'month') => call(remindRecipient, { body: { token, after } }),
    onError: failed,
  });
  // Once it is shown: the pressed button was disabled and has lost the focus.
  useEffect(() => {
    if (choice.data) chosen.current?.focus();
  }, [choice.data]);
  const at = choice.data?.remindAt ?? remindAt;
  return (
    <>
      {at && (
        <p ref={chosen} tabIndex={-1} role="status" className="outline-none">
          {`We will send a new link on ${longDate(at)} to the address that got our email. Until then this one works too.`}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-5">
        <span>{at ? 'Another day?' : 'Not now?'}</span>
        <QuietButton isBusy={choice.isPending} onPress={() => choice.mutateOnce('week')}>
          Remind me in a week
        </QuietButton>
        <QuietButton isBusy={choice.isPending} onPress={() => choice.mutateOnce('month')}>
          Remind me in a month
        </QuietButton>
      </div>
    </>
  );
}

function NotForMe({ token }: { token: string }) {
  const [isAsking, setAsking] = useState(false);
  const restart = useStartAgain(token);
  const closing = useMutationOnce({
    mutationFn: () => call(closeLink, { body: { token } }),
    onSuccess: ({ closed }) => (closed ? restart() : setAsking(false)),
    onError(error) {
      setAsking(false);
      failed(error);
    },
  });
  if (closing.data && !closing.data.closed)
    return (
      <Notice title="Thank you for telling us" isAnnounced>
        We have written to the people who can correct the address. The link itself still works, so that it reaches the
        person it is for.
      </Notice>
    );
  return (
    <>
      <QuietButton onPress={() => setAsking(true)}>This is not for me</QuietButton>
      <Confirmation
        isOpen={isAsking}
        title="Is this not for you?"
        description="If our email reached you by mistake, we close this link and write to the people who can correct the address. You have seen nothing of it. If it is for you after all, the closed page can send a new link to the same address."
        no="Keep the link"
        yes="It is not for me"
        isBusy={closing.isPending}
        onConfirm={() => closing.mutateOnce()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

interface QuietButtonProps {
  isBusy?: boolean;
  onPress: () => void;
  children: string;
}

const QuietButton = ({ isBusy = false, onPress, children }: QuietButtonProps) => (
  <button type="button" disabled={isBusy} className="text-link min-h-11 rounded-field" onClick={onPress}>
    {children}
  </button>
);
