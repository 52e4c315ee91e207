// Releases an active vault, after a confirmation that states the consequences.
import type { VaultSummary } from '@remembrance/contract/release.ts';
import { type ReactNode, useState } from 'react';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirmation } from '../../ui/dialog.tsx';
import { type OpenedVault, useRelease } from './use-release.ts';

interface ReleaseActionProps {
  opened: OpenedVault;
  onReleased: (releasedAt: string) => void;
  onReleasedBefore: (releasedAt: string | null) => void;
}

export function ReleaseAction({ opened, onReleased, onReleasedBefore }: ReleaseActionProps) {
  const [isConfirming, setConfirming] = useState(false);
  const release = useRelease(opened, { onReleased, onReleasedBefore });
  const { recipientName, recipientEmail } = opened.summary;
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
          <p>
            A letter with a link to the vault goes to <AsWritten className="text-ink">{recipientName}</AsWritten> at{' '}
            <AsWritten className="text-ink">{recipientEmail}</AsWritten> at once.
          </p>
          <p>A release cannot be undone.</p>
        </div>
      </Confirmation>
    </>
  );
}

/** What a release does and does not do, shown before the executor confirms. */
export function ReleaseConsequences({ summary }: { summary: VaultSummary }) {
  const owner = <AsWritten>{summary.ownerName}</AsWritten>;
  const recipient = <AsWritten>{summary.recipientName}</AsWritten>;
  return (
    <div className="grid gap-6 border-line border-t pt-6 sm:grid-cols-2">
      <Points title="What releasing does">
        <li>{recipient} gets a letter with a link to this vault immediately.</li>
        <li>
          With the answers to questions that {owner} chose, {recipient} can read and save what is in it.
        </li>
        <li>We also write to {owner}, who would notice a mistake.</li>
      </Points>
      <Points title="What it does not do">
        <li>It does not show you what is inside, and it does not open any other vault.</li>
        <li>We do not ask for papers, and we do not check whether {owner} has died. We rely on you.</li>
        <li>It cannot be undone, by you or by us.</li>
      </Points>
    </div>
  );
}

function Points({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="font-semibold">{title}</h3>
      <ul className="mt-2 grid list-disc gap-2 ps-5 text-muted marker:text-brass">{children}</ul>
    </section>
  );
}
