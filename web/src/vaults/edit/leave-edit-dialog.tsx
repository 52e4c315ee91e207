// Asks before the owner leaves an unsaved edit: by a link, by Back, or by closing the page.
import { useCallback, useState } from 'react';
import { useLeaveGuard } from '../../lib/location.tsx';
import { draftDays } from '../../people/sessions/forget-on-sign-out.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useAskBeforeLeaving } from '../form/use-ask-before-leaving.ts';

interface LeaveEditProps {
  isUnsaved: boolean;
  /** Deletes the changes stored in this browser. */
  onDiscard: () => void;
}

export function LeaveEditDialog({ isUnsaved, onDiscard }: LeaveEditProps) {
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const ask = useCallback((go: () => void) => setLeave(() => go), []);
  useLeaveGuard(isUnsaved ? ask : null);
  useAskBeforeLeaving(isUnsaved);
  const stay = () => setLeave(null);
  return (
    <Dialog
      isOpen={leave !== null}
      onClose={stay}
      title="Leave without saving?"
      description={`What you wrote is not in the vault yet. This browser can store it for ${draftDays} days, until you edit this vault again. It does not store new answers and files.`}
    >
      <div className="grid gap-3">
        <Button onClick={stay}>Continue editing</Button>
        <Button variant="secondary" onClick={() => leave?.()}>
          Leave and keep the changes in this browser
        </Button>
        <Button
          variant="secondary"
          onClick={() => {
            onDiscard();
            leave?.();
          }}
        >
          Leave and discard the changes
        </Button>
      </div>
    </Dialog>
  );
}
