// Releases an active vault, after a confirmation that states the consequences.
import { ownerHereDays } from '@remembrance/contract/limits.ts';
import type { ReleaseChoice, VaultSummary } from '@remembrance/contract/release.ts';
import { useState } from 'react';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirmation } from '../../ui/dialog.tsx';
import type { Elements } from '../../ui/elements.ts';
import { type OpenedVault, useRelease } from './use-release.ts';

export interface ReleaseActionProps {
  opened: OpenedVault;
  onReleased: (releasedAt: string) => void;
  onReleasedBefore: (releasedAt: string | null) => void;
  onUndone: () => void;
  /** The owner chose a wait, or that two executors agree: nothing is released yet. */
  onHeldBack: (choice: ReleaseChoice | undefined) => void;
}

/** @param props.children what a press does, if it does not release the vault at once */
export function ReleaseAction({ opened, children, ...outcome }: ReleaseActionProps & { children?: Elements }) {
  const [isConfirming, setConfirming] = useState(false);
  const release = useRelease(opened, outcome);
  const { recipientName, recipientEmail, ownerName, wasOwnerHere, releasesUndone } = opened.summary;
  const confirm = () => release.mutateOnce(undefined, { onSettled: () => setConfirming(false) });
  return (
    <>
      <Button className="justify-self-start" onClick={() => setConfirming(true)}>
        Release Vault
      </Button>
      <Confirmation
        isOpen={isConfirming}
        title="Release this vault?"
        no="Not now"
        yes="Release Vault"
        isBusy={release.isPending}
        onConfirm={confirm}
        onClose={() => setConfirming(false)}
      >
        <div className="grid gap-3 text-muted">
          {wasOwnerHere && (
            <p className="font-semibold text-ink">
              <AsWritten>{ownerName}</AsWritten>
              <span>{` used their account in the last ${ownerHereDays} days. Have the two of you spoken?`}</span>
            </p>
          )}
          {releasesUndone && (
            <p className="font-semibold text-ink">
              <AsWritten>{ownerName}</AsWritten>
              <span> has undone an earlier release of this vault. Please be sure that it is time now.</span>
            </p>
          )}
          {children ?? (
            <>
              <p>
                An email with a link to the vault goes to <AsWritten className="text-ink">{recipientName}</AsWritten> at{' '}
                <AsWritten className="text-ink">{recipientEmail}</AsWritten> at once.
              </p>
              <p>You cannot undo a release.</p>
            </>
          )}
        </div>
      </Confirmation>
    </>
  );
}

/** What a release does, shown before the executor confirms. */
export function ReleaseConsequences({ summary }: { summary: VaultSummary }) {
  const owner = <AsWritten>{summary.ownerName}</AsWritten>;
  const recipient = <AsWritten>{summary.recipientName}</AsWritten>;
  return (
    <section className="border-line border-t pt-6">
      <h3 className="font-semibold">What releasing does</h3>
      <ul className="mt-2 grid list-disc gap-2 ps-5 text-muted marker:text-brass">
        <li>
          {recipient} gets an email with a link immediately, and can read what is inside after answering questions that{' '}
          {owner} chose. We also write to {owner}.
        </li>
        <li>You will not see what is inside.</li>
        <li>You cannot undo it. We do not check whether {owner} has died. We rely on you.</li>
      </ul>
    </section>
  );
}
