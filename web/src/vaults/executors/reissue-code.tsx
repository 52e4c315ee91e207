// Asks for confirmation before an executor's code is replaced.
import type { Executor } from '@remembrance/contract/executors.ts';
import { useOneAtATime } from '../../lib/one-at-a-time.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useReissue } from './use-executors.ts';

interface ReissueCodeProps {
  vaultId: string;
  executor: Executor;
  isOpen: boolean;
  onClose: () => void;
}

export function ReissueCode({ vaultId, executor, isOpen, onClose }: ReissueCodeProps) {
  const reissue = useReissue({ vaultId, executor }, onClose);
  const once = useOneAtATime();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Send a new code?"
      description={`A letter with a new access code goes to ${executor.email}. Their current code stops working at once.`}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button isBusy={reissue.isPending} onClick={() => once(() => reissue.mutateAsync())}>
            Send a new code
          </Button>
        </>
      }
    />
  );
}
