// What an executor sees of a vault whose owner chose a wait, or that two executors agree. Its script loads only for such a vault.
import { Suspense } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { Skeleton } from '../../ui/card.tsx';
import type { HeldReleaseProps } from './held-release.tsx';

const HeldRelease = lazyComponent<HeldReleaseProps>(() => import('./held-release.tsx'));

export const LaterHeldRelease = (props: HeldReleaseProps) => (
  <Suspense fallback={<Skeleton className="h-40" />}>
    <HeldRelease {...props} />
  </Suspense>
);
