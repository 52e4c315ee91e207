// An executor corrects the address of a recipient who opened nothing, once. Where two must agree, another executor agrees to it.
import { correctRecipient, type FollowUp } from '@remembrance/contract/follow-up.ts';
import { correctionHours } from '@remembrance/contract/limits.ts';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { longDate } from '../../lib/dates.ts';
import { fieldOf, showRefusedFields, useContractForm } from '../../lib/form.ts';
import { useMutationOnce } from '../../lib/one-at-a-time.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { EmailField } from '../../ui/fields/email-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toastFailure } from '../../ui/toast.tsx';
import type { OpenedVault } from './use-release.ts';

export interface PartProps {
  opened: OpenedVault;
  found: FollowUp;
  onChange: (followUp: FollowUp) => void;
}

export function Correction(props: PartProps) {
  const [isOpen, setOpen] = useState(false);
  const { correction, isAsked } = props.found;
  const isDecided = correction && !(correction.state === 'waiting' && correction.dueAt === null);
  if (isDecided) return <CorrectionState {...correction} />;
  if (!isAsked) return null;
  return (
    <div>
      {correction && <Proposal {...props} {...correction} />}
      <Button variant="secondary" size="compact" onClick={() => setOpen(true)}>
        Correct the address
      </Button>
      <p className="mt-2 text-muted text-sm">
        <span>{props.found.mustAgree ? 'If ' : 'Once, if '}</span>
        <AsWritten>{props.opened.summary.recipientEmail}</AsWritten>
        <span> is wrong or nobody reads it.</span>
      </p>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Correct the address">
        <CorrectionForm {...props} onClose={() => setOpen(false)} />
      </Dialog>
    </div>
  );
}

function useCorrection({ opened: { accessCode, summary }, onChange }: PartProps, onError: (error: unknown) => void) {
  return useMutationOnce({
    mutationFn: (email: string) =>
      call(correctRecipient, { params: { vaultId: summary.id }, body: { accessCode, email } }),
    onSuccess: onChange,
    onError,
  });
}

const toastUncorrected = (error: unknown) =>
  toastFailure(error, { title: 'Not Corrected', fallback: 'The address could not be corrected.' });

/** Two must agree, and nobody has agreed to this address yet. */
function Proposal({ email, isMine, ...props }: PartProps & NonNullable<FollowUp['correction']>) {
  const agreement = useCorrection(props, toastUncorrected);
  const address = <AsWritten>{email}</AsWritten>;
  return (
    <div className="mb-5 grid gap-3">
      <Notice title={isMine ? 'Another executor has to agree' : 'Do you agree to this address?'} isAnnounced>
        <span>{isMine ? 'You asked us to write to ' : 'Another executor asked us to write to '}</span>
        {address}
        <span>. Nothing changes before two executors have asked for the same address.</span>
      </Notice>
      {!isMine && (
        <Button
          size="compact"
          className="justify-self-start"
          isBusy={agreement.isPending}
          onClick={() => agreement.mutateOnce(email)}
        >
          I agree
        </Button>
      )}
    </div>
  );
}

function CorrectionForm({ onClose, ...props }: PartProps & { onClose: () => void }) {
  const { accessCode, summary } = props.opened;
  const { mustAgree } = props.found;
  const form = useContractForm(correctRecipient.body, { accessCode, email: '' });
  const change = (followUp: FollowUp) => {
    onClose();
    props.onChange(followUp);
  };
  const correction = useCorrection({ ...props, onChange: change }, (error) => {
    if (!showRefusedFields(form, error)) toastUncorrected(error);
  });
  return (
    <form
      noValidate
      method="post"
      onSubmit={form.handleSubmit(({ email }) => correction.mutateOnce(email))}
      className="grid gap-5"
    >
      <p className="text-muted">
        <span>{`${mustAgree ? 'Another executor has to agree. Once they do, we' : 'We'} notify `}</span>
        <AsWritten>{summary.ownerName}</AsWritten>
        <span>{` and the old address${mustAgree ? '' : ' today'}, and write to the new one after ${correctionHours} hours. From then on, the links that we sent before no longer work.${mustAgree ? '' : ' You can do this once.'}`}</span>
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
        <span>{` on ${longDate(dueAt ?? '')} or soon after, unless the owner stops it or the recipient opens the vault before.`}</span>
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
