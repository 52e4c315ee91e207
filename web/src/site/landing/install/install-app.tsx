// The button that installs the app, shown only if the device supports it. It fills reserved space, so that nothing moves when it appears.
import { Check, Download } from 'lucide';
import { Suspense, useState, useSyncExternalStore } from 'react';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { type InstallState, install, installState, subscribeToInstallState } from './install-offer.ts';

/** Only iOS loads it. If that fails, the button does nothing, and the page stays. */
const InstallSteps = lazyComponent(() => import('./install-steps.tsx').catch(() => new Promise<never>(() => {})));

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
