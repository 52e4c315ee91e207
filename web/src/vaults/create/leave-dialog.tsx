// Shown when an owner cancels a vault they have started: the text can stay saved in this browser.

import { draftDays } from '../../people/sessions/forget-on-sign-out.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

interface LeaveDialogProps {
  isOpen: boolean;
  onStay: () => void;
  onLeave: (choice: { savesDraft: boolean }) => void;
}

export function LeaveDialog({ isOpen, onStay, onLeave }: LeaveDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onStay}
      title="Leave this vault?"
      description={`What you typed and the files you added can stay in this browser for ${draftDays} days. Your answers are not saved.`}
    >
      <div className="grid gap-3">
        <Button onClick={onStay}>Keep writing</Button>
        <Button variant="secondary" onClick={() => onLeave({ savesDraft: true })}>
          Leave and save the draft
        </Button>
        <Button variant="secondary" onClick={() => onLeave({ savesDraft: false })}>
          Leave and discard everything
        </Button>
      </div>
    </Dialog>
  );
}
