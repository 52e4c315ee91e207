// The button that installs the app, shown only if the device supports it. It fills reserved space, so that nothing moves when it appears.
import { Check, Download } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { type InstallState, install, installState, subscribeToInstallState } from './install-offer.ts';

const labels: Record<Exclude<InstallState, 'not-offered'>, string> = {
  offered: 'Download App',
  installing: 'Installing...',
  installed: 'App Installed',
  'by-hand': 'Install App',
};

export function InstallApp() {
  const state = useSyncExternalStore<InstallState>(subscribeToInstallState, installState, () => 'not-offered');
  const [isExplaining, setExplaining] = useState(false);
  if (state === 'not-offered') return null;
  const Icon = state === 'installed' ? Check : Download;
  return (
    <>
      <Button
        variant="night"
        size="compact"
        isBusy={state === 'installing'}
        disabled={state === 'installed'}
        icon={<Icon aria-hidden className="size-[18px]" strokeWidth={1.75} />}
        onClick={() => (state === 'by-hand' ? setExplaining(true) : void install())}
      >
        {labels[state]}
      </Button>
      <Dialog
        isOpen={isExplaining}
        onClose={() => setExplaining(false)}
        title="Install App"
        description="This works only in Safari."
        actions={<Button onClick={() => setExplaining(false)}>Close</Button>}
      >
        <ol className="grid list-decimal gap-2 ps-5">
          <li>Tap Share in Safari’s toolbar.</li>
          <li>Choose ‘Add to Home Screen’.</li>
          <li>Tap ‘Add’.</li>
        </ol>
      </Dialog>
    </>
  );
}
