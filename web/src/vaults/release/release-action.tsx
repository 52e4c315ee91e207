// Releases an active vault, after a confirmation that states the consequences.
import { useState } from 'react';
import { useOneAtATime } from '../../lib/one-at-a-time.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
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
  const once = useOneAtATime();
  const confirm = () => once(() => release.mutateAsync(undefined, { onSettled: () => setConfirming(false) }));
  return (
    <>
      <Button className="justify-self-start" onClick={() => setConfirming(true)}>
        Release Vault
      </Button>
      <Dialog
        isOpen={isConfirming}
        onClose={() => !release.isPending && setConfirming(false)}
        title="Release this vault?"
        actions={
          <>
            <Button variant="secondary" onClick={() => setConfirming(false)} disabled={release.isPending}>
              Not now
            </Button>
            <Button isBusy={release.isPending} onClick={confirm}>
              Release Vault
            </Button>
          </>
        }
      >
        <div className="grid gap-3 text-muted">
          <p>
            A letter with a link to the vault goes to <AsWritten className="text-ink">{recipientName}</AsWritten> at{' '}
            <AsWritten className="text-ink">{recipientEmail}</AsWritten> at once.
          </p>
          <p>A release cannot be undone.</p>
        </div>
      </Dialog>
    </>
  );
}
