// What an executor can do if nobody opened our email: say that the recipient knows, print a sheet for them, or correct the address once. Its
// script loads with a released vault, not with the code field.
import { confirmRecipientKnows, correctRecipient, type FollowUp } from '@remembrance/contract/follow-up.ts';
import { correctionHours } from '@remembrance/contract/limits.ts';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { longDate, shortDate } from '../../lib/dates.ts';
import { fieldOf, showRefusedFields, useContractForm } from '../../lib/form.ts';
import { useMutationOnce } from '../../lib/one-at-a-time.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { EmailField } from '../../ui/fields/email-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toastFailure } from '../../ui/toast.tsx';
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

interface PartProps {
  opened: OpenedVault;
  found: FollowUp;
  onChange: (followUp: FollowUp) => void;
}

function Spoken({ opened: { accessCode, summary }, found: { knownAt }, onChange }: PartProps) {
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
        <span>. It may be among their spam.</span>
      </p>
    </div>
  );
}

function Correction(props: PartProps) {
  const [isOpen, setOpen] = useState(false);
  const { correction, isAsked } = props.found;
  if (correction) return <CorrectionState {...correction} />;
  if (!isAsked) return null;
  return (
    <div>
      <Button variant="secondary" size="compact" onClick={() => setOpen(true)}>
        Correct the address
      </Button>
      <p className="mt-2 text-muted text-sm">
        <span>Once, if </span>
        <AsWritten>{props.opened.summary.recipientEmail}</AsWritten>
        <span> is wrong or nobody reads it.</span>
      </p>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Correct the address">
        <CorrectionForm {...props} onClose={() => setOpen(false)} />
      </Dialog>
    </div>
  );
}

function CorrectionForm({ opened, onChange, onClose }: PartProps & { onClose: () => void }) {
  const { accessCode, summary } = opened;
  const form = useContractForm(correctRecipient.body, { accessCode, email: '' });
  const correction = useMutationOnce({
    mutationFn: (email: string) =>
      call(correctRecipient, { params: { vaultId: summary.id }, body: { accessCode, email } }),
    onSuccess(followUp) {
      onClose();
      onChange(followUp);
    },
    onError(error) {
      if (!showRefusedFields(form, error))
        toastFailure(error, { title: 'Not Corrected', fallback: 'The address could not be corrected.' });
    },
  });
  return (
    <form
      noValidate
      method="post"
      onSubmit={form.handleSubmit(({ email }) => correction.mutateOnce(email))}
      className="grid gap-5"
    >
      <p className="text-muted">
        <span>We notify </span>
        <AsWritten>{summary.ownerName}</AsWritten>
        <span>{` and the old address today, and write to the new one after ${correctionHours} hours. From then on, the links that we sent before no longer work. You can do this once.`}</span>
      </p>
      <EmailField label="The right address" autoComplete="off" {...fieldOf(form, 'email')} />
      <DialogButtons onClose={onClose}>
        <Button type="submit" isBusy={correction.isPending}>
          Correct the address
        </Button>
      </DialogButtons>
    </form>
  );
}

function CorrectionState({ state, email, dueAt }: NonNullable<FollowUp['correction']>) {
  const address = <AsWritten>{email}</AsWritten>;
  if (state === 'waiting')
    return (
      <Notice title="The address is being corrected" isAnnounced>
        <span>We write to </span>
        {address}
        <span>{` on ${longDate(dueAt)} or soon after, unless the owner stops it or the recipient opens the vault before.`}</span>
      </Notice>
    );
  if (state === 'made')
    return (
      <Notice variant="success" title="The address was corrected">
        <span>We have written to </span>
        {address}
        <span>.</span>
      </Notice>
    );
  return (
    <Notice title="The address stays as it was">
      {state === 'stopped'
        ? 'The owner stopped the correction. Please talk to them.'
        : 'The recipient opened the vault at the first address, so nothing was changed.'}
    </Notice>
  );
}
