// What an executor can do if nobody opened our email: say that the recipient knows, print a sheet for them, or correct the address once. Its
// script loads with a released vault, not with the code field.
import { confirmRecipientKnows, type FollowUp } from '@remembrance/contract/follow-up.ts';
import { call } from '../../lib/call.ts';
import { shortDate } from '../../lib/dates.ts';
import { useMutationOnce } from '../../lib/one-at-a-time.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toastFailure } from '../../ui/toast.tsx';
import { Correction, type PartProps } from './correction-section.tsx';
import type { OpenedVault } from './use-release.ts';

export interface FollowUpProps {
  opened: OpenedVault;
  onChange: (opened: OpenedVault) => void;
  onSheet: () => void;
}

export default function FollowUpSection({ opened, onChange, onSheet }: FollowUpProps) {
  const { summary } = opened;
  const found = summary.followUp;
  const recipient = <AsWritten>{summary.recipientName}</AsWritten>;
  if (!found || !(found.isAsked || found.correction)) return null;
  const change = (followUp: FollowUp) => onChange({ ...opened, summary: { ...summary, followUp } });
  return (
    <section aria-labelledby="follow-up" className="grid gap-5 border-line border-t pt-6">
      {found.isAsked && (
        <>
          <div>
            <h3 id="follow-up" className="font-display text-title-sm">
              <span>Help our email to reach </span>
              {recipient}
            </h3>
            <p className="mt-1 text-muted">
              <AsWritten>{summary.ownerName}</AsWritten> wanted us to ask you if nobody opens it. Any one of these is
              enough.
            </p>
          </div>
          <Spoken opened={opened} found={found} onChange={change} />
          <div>
            <Button variant="secondary" size="compact" onClick={onSheet}>
              Print a sheet for them
            </Button>
            <p className="mt-2 text-muted text-sm">
              It says what is waiting and how to get the link. It opens nothing by itself.
            </p>
          </div>
        </>
      )}
      <Correction opened={opened} found={found} onChange={change} />
    </section>
  );
}

function Spoken({ opened: { accessCode, summary }, found: { knownAt, secondEmail }, onChange }: PartProps) {
  const tell = useMutationOnce({
    mutationFn: () => call(confirmRecipientKnows, { params: { vaultId: summary.id }, body: { accessCode } }),
    onSuccess: onChange,
    onError: (error) => toastFailure(error, { title: 'Not Saved', fallback: 'Please try again.' }),
  });
  if (knownAt)
    return (
      <Notice variant="success" title="Thank you" isAnnounced>
        {`You let us know on ${shortDate(knownAt)} that they know. We do not ask again.`}
      </Notice>
    );
  return (
    <div>
      <Button variant="secondary" size="compact" isBusy={tell.isPending} onClick={() => tell.mutateOnce()}>
        I have spoken to them
      </Button>
      <p className="mt-2 text-muted text-sm">
        <span>Our email went to </span>
        <AsWritten>{summary.recipientEmail}</AsWritten>
        {secondEmail && (
          <>
            <span> and </span>
            <AsWritten>{secondEmail}</AsWritten>
          </>
        )}
        <span>. It may be in their spam folder.</span>
      </p>
    </div>
  );
}
