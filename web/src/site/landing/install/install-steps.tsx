// How to install the app on iOS, where only Safari's own menu can do it.
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

export default function InstallSteps({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Install App"
      description="This works only in Safari."
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <ol className="grid list-decimal gap-2 ps-5">
        <li>Tap Share in Safari’s toolbar.</li>
        <li>Choose ‘Add to Home Screen’.</li>
        <li>Tap ‘Add’.</li>
      </ol>
    </Dialog>
  );
}
