// The executor's ways to help after a release that nobody opened. Their script loads only if the owner chose that, and a page that cannot load
// it works without it.
import { Suspense } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import type { FollowUpProps } from './follow-up-section.tsx';
import type { HandoverSheetProps } from './handover-sheet.tsx';

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
