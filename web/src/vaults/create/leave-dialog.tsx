// Asked when someone cancels a vault they have begun: what they typed can stay in this browser.
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { draftDays } from './draft.ts';

interface LeaveDialogProps {
  isOpen: boolean;
  onStay: () => void;
  onLeave: (choice: { keepsText: boolean }) => void;
}

export function LeaveDialog({ isOpen, onStay, onLeave }: LeaveDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onStay}
      title="Leave this vault?"
      description={`What you typed can stay in this browser for ${draftDays} days. The answers and the files are not kept.`}
    >
      <div className="grid gap-3">
        <Button onClick={onStay}>Keep writing</Button>
        <Button variant="secondary" onClick={() => onLeave({ keepsText: true })}>
          Leave and keep the text
        </Button>
        <Button variant="secondary" onClick={() => onLeave({ keepsText: false })}>
          Leave and discard everything
        </Button>
      </div>
    </Dialog>
  );
}
