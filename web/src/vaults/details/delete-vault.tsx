// Deleting a vault that is not yet released: asked once more. A draft is gone at once; what was activated can be brought back
// for some days, by the letter about it.
import { ownerChangeDays } from '@remembrance/contract/limits.ts';
import { useState } from 'react';
import { useNavigate } from '../../lib/location.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Section } from '../../ui/section.tsx';
import { useDeletion } from '../use-vault.ts';

export function DeleteVault({ id, isDraft }: { id: string; isDraft: boolean }) {
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const deletion = useDeletion({ id, isDraft }, () => navigate('/', { replace: true }));
  return (
    <Section title="Delete">
      <Button variant="secondary" className="justify-self-start" onClick={() => setAsking(true)}>
        Delete Vault
      </Button>
      <Dialog
        isOpen={isAsking}
        onClose={() => !deletion.isPending && setAsking(false)}
        title="Delete this vault?"
        description={isDraft ? draftGoes : vaultWaits}
        actions={
          <>
            <Button variant="secondary" disabled={deletion.isPending} onClick={() => setAsking(false)}>
              Keep it
            </Button>
            <Button
              variant="danger"
              isBusy={deletion.isPending}
              onClick={() => deletion.mutate(undefined, { onError: () => setAsking(false) })}
            >
              Delete Vault
            </Button>
          </>
        }
      />
    </Section>
  );
}

const draftGoes = 'Its message and its files are destroyed at once. Nobody can bring them back.';
const vaultWaits = `It is hidden at once, and nobody can release it any more. For ${ownerChangeDays} days the letter we send you can bring it back, and its place on your plan stays taken. Then its message and its files are destroyed for good.`;
