// Leaving the form of a new vault: a dialog asks first if something would be lost. The text can stay saved in this browser.
import { useState } from 'react';
import { useNavigate } from '../../lib/location.tsx';
import { draftDays } from '../../people/sessions/forget-on-sign-out.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useAskBeforeLeaving } from '../form/use-ask-before-leaving.ts';

export function LeaveDialog({ isAsking, stay, leave }: ReturnType<typeof useLeaving>) {
  return (
    <Dialog
      isOpen={isAsking}
      onClose={stay}
      title="Leave this vault?"
      description={`This browser can store your text and files for ${draftDays} days. It does not store your answers.`}
    >
      <div className="grid gap-3">
        <Button onClick={stay}>Keep writing</Button>
        <Button variant="secondary" onClick={() => leave({ savesDraft: true })}>
          Leave and save the draft
        </Button>
        <Button variant="secondary" onClick={() => leave({ savesDraft: false })}>
          Leave and discard everything
        </Button>
      </div>
    </Dialog>
  );
}

export function useLeaving(
  endDraft: (how: { savesDraft: boolean }) => void,
  { hasUnsavedWork, isKept, isRunning }: { hasUnsavedWork: boolean; isKept: boolean; isRunning: boolean },
) {
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  useAskBeforeLeaving(!isKept && (hasUnsavedWork || isRunning));
  const leave = (how: { savesDraft: boolean }) => {
    endDraft(how);
    navigate('/');
  };
  const cancel = () => (hasUnsavedWork ? setAsking(true) : leave({ savesDraft: false }));
  return { isAsking, stay: () => setAsking(false), leave, cancel };
}
