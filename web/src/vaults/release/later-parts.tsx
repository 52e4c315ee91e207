// The parts of the executor's page whose scripts load only if the owner chose what they show.
import { Suspense } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { Skeleton } from '../../ui/card.tsx';
import { asPart } from '../../ui/page/page-part.tsx';
import type { FollowUpProps } from './follow-up-section.tsx';
import type { HandoverSheetProps } from './handover-sheet.tsx';
import type { HeldReleaseProps } from './held-release.tsx';

/** A wait, or that two executors agree. */
export const LaterHeldRelease = asPart(
  lazyComponent<HeldReleaseProps>(() => import('./held-release.tsx')),
  <Skeleton className="h-40" />,
);

// The executor's ways to help after a release that nobody opened. A page that cannot load them works without them.
const FollowUpSection = lazyComponent<FollowUpProps>(() =>
  import('./follow-up-section.tsx').catch(() => ({ default: () => null })),
);
const HandoverSheet = lazyComponent<HandoverSheetProps>(() =>
  import('./handover-sheet.tsx').catch(() => ({ default: () => null })),
);

export const LaterFollowUp = (props: FollowUpProps) => (
  <Suspense>
    <FollowUpSection {...props} />
  </Suspense>
);

export const LaterHandoverSheet = (props: HandoverSheetProps) => (
  <Suspense>
    <HandoverSheet {...props} />
  </Suspense>
);
