// Deletes a vault that is not yet released, after a confirmation. A draft is deleted immediately. An activated vault can be restored for
// some days with an emailed link.
import { ownerChangeDays } from '@remembrance/contract/limits.ts';
import { useState } from 'react';
import { useNavigate } from '../../lib/location.tsx';
import { useOneAtATime } from '../../lib/one-at-a-time.ts';
import { Button } from '../../ui/button.tsx';
import { Confirmation } from '../../ui/confirmation.tsx';
import { useDeletion } from '../status/use-vault.ts';

export function DeleteVault({ id, isDraft }: { id: string; isDraft: boolean }) {
  const navigate = useNavigate();
  const [isConfirming, setConfirming] = useState(false);
  const deletion = useDeletion({ id, isDraft }, () => navigate('/', { replace: true }));
  const once = useOneAtATime();
  const confirm = () => once(() => deletion.mutateAsync(undefined, { onError: () => setConfirming(false) }));
  return (
    <div className="border-line border-t pt-6">
      <Button
        variant="quiet"
        size="compact"
        className="-mx-4 text-muted text-sm sm:-mx-6"
        onClick={() => setConfirming(true)}
      >
        Delete Vault
      </Button>
      <Confirmation
        isOpen={isConfirming}
        title="Delete this vault?"
        description={isDraft ? draftDeletionText : vaultDeletionText}
        no="Keep it"
        yes="Delete Vault"
        variant="danger"
        isBusy={deletion.isPending}
        onConfirm={confirm}
        onClose={() => setConfirming(false)}
      />
    </div>
  );
}

const draftDeletionText = 'Its message and files are permanently deleted at once. This cannot be undone.';
const vaultDeletionText = `It is hidden at once, and nobody can release it. For ${ownerChangeDays} days you can restore it with the link in the letter we send you, and it still counts towards your plan. After that, its message and files are permanently deleted.`;
