// The dialog that replaces an executor, or corrects an executor's name or address.
import type { Executor } from '@remembrance/contract/executors.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ExecutorForm } from './executor-form.tsx';
import { useCorrection } from './use-executors.ts';

interface CorrectExecutorProps {
  vaultId: string;
  executor: Executor;
  hasCodes: boolean;
  isOpen: boolean;
  onClose: () => void;
}

export function CorrectExecutor({ isOpen, onClose, ...about }: CorrectExecutorProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Change executor">
      <CorrectionForm {...about} onClose={onClose} />
    </Dialog>
  );
}

function CorrectionForm({ vaultId, executor, hasCodes, onClose }: Omit<CorrectExecutorProps, 'isOpen'>) {
  const { name, email, note } = executor;
  const correction = useCorrection({ vaultId, executor }, onClose);
  return (
    <ExecutorForm
      initial={{ name, email, note }}
      send={correction.mutateAsync}
      failure={{ title: 'Update Failed', description: 'The executor could not be changed. Please try again.' }}
      emailHint={
        hasCodes ? 'A new address gets a letter with a code of its own. The earlier code stops working.' : undefined
      }
    >
      <div className="mt-2 flex flex-col gap-3 sm:flex-row sm:justify-end">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" isBusy={correction.isPending}>
          Save
        </Button>
      </div>
    </ExecutorForm>
  );
}
