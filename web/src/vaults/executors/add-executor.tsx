// Adds an executor to a vault: a button that opens the fields.
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { FocusFallback } from '../../ui/focus-fallback.tsx';
import { ExecutorForm } from './executor-form.tsx';
import { useAddition } from './use-executors.ts';

export function AddExecutor({ vaultId, isFirst }: { vaultId: string; isFirst: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <FocusFallback shown={isOpen ? 'form' : 'button'} label="An executor for this vault">
      {isOpen ? (
        <AdditionForm vaultId={vaultId} onClose={() => setOpen(false)} />
      ) : (
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {isFirst ? 'Add an executor' : 'Add another executor'}
        </Button>
      )}
    </FocusFallback>
  );
}

function AdditionForm({ vaultId, onClose }: { vaultId: string; onClose: () => void }) {
  const addition = useAddition(vaultId);
  return (
    <ExecutorForm
      initial={{ name: '', email: '', note: '' }}
      send={addition.mutateAsync}
      failure={{ title: 'Not Added', description: 'The executor could not be added. Please try again.' }}
    >
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={addition.isPending}>
          Add the executor
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </ExecutorForm>
  );
}
