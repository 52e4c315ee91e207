// Deleting a vault that is not yet released: asked once more, because nothing brings it back.
import { useState } from 'react';
import { useNavigate } from '../../lib/location.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Section } from '../../ui/section.tsx';
import { useDeletion } from './use-vault.ts';

export function DeleteVault({ id }: { id: string }) {
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const deletion = useDeletion(id, () => navigate('/', { replace: true }));
  return (
    <Section title="Delete">
      <Button variant="secondary" className="justify-self-start" onClick={() => setAsking(true)}>
        Delete Vault
      </Button>
      <Dialog
        isOpen={isAsking}
        onClose={() => !deletion.isPending && setAsking(false)}
        title="Delete this vault?"
        description="Its message, its files and its executor's code are destroyed at once. Nobody can bring them back."
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
