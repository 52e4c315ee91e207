// The executor's list of first steps. Its script loads once a vault is released, not with the code field, and a page that cannot load it
// works without it.
import { Suspense } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import type { FirstStepsProps } from './first-steps.tsx';

const FirstSteps = lazyComponent<FirstStepsProps>(() =>
  import('./first-steps.tsx').catch(() => ({ default: () => null })),
);

export const LaterFirstSteps = (props: FirstStepsProps) => (
  <Suspense>
    <FirstSteps {...props} />
  </Suspense>
);
