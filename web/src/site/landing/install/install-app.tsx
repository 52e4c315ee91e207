// The button that installs the app, shown only if the device supports it. It fills reserved space, so that nothing moves when it appears.
import { Check, Download } from 'lucide';
import { Suspense, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { toast } from '../../../ui/toast.tsx';
import { type InstallState, install, installState, subscribeToInstallState } from './install-offer.ts';

/** Only iOS loads it. If that fails, a toast says the same. */
const InstallSteps = lazyComponent(() => import('./install-steps.tsx').catch(() => ({ default: ToastedSteps })));

const labels: Record<Exclude<InstallState, 'not-offered'>, string> = {
  offered: 'Download App',
  installing: 'Installing...',
  installed: 'App Installed',
  'by-hand': 'Install App',
};

export default function InstallApp() {
  const state = useSyncExternalStore<InstallState>(subscribeToInstallState, installState, () => 'not-offered');
  const [isExplaining, setExplaining] = useState(false);
  if (state === 'not-offered') return null;
  return (
    <>
      <Button
        variant="night"
        size="compact"
        isBusy={state === 'installing'}
        disabled={state === 'installed'}
        icon={<Icon of={state === 'installed' ? Check : Download} className="size-[18px]" />}
        onClick={() => (state === 'by-hand' ? setExplaining(true) : void install())}
      >
        {labels[state]}
      </Button>
      {state === 'by-hand' && (
        <Suspense>
          <InstallSteps isOpen={isExplaining} onClose={() => setExplaining(false)} />
        </Suspense>
      )}
    </>
  );
}

function ToastedSteps({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const tell = useEffectEvent(() => {
    const description = 'In Safari, tap Share in the toolbar, choose ‘Add to Home Screen’, and tap ‘Add’.';
    toast({ title: 'Install App', description, isLasting: true });
    onClose();
  });
  useEffect(() => {
    if (isOpen) tell();
  }, [isOpen]);
  return null;
}
