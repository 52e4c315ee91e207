// What the free month means for this visitor, above the monthly plans: until when nothing is charged, or that it was used.
import { trialDays } from '@remembrance/contract/limits.ts';
import { shortDate } from '../lib/dates.ts';
import { Notice } from '../ui/notice.tsx';
import type { Trial } from './use-trial.ts';

interface TrialNoteProps {
  /** Whether the visitor came by the offer of a month without a card. */
  hasOffer: boolean;
  trial: Trial;
}

export function TrialNote({ hasOffer, trial }: TrialNoteProps) {
  if (trial === 'used')
    return (
      <Notice title="You have had your free month">
        Each owner has one. A monthly plan now starts with its first payment.
      </Notice>
    );
  if (!hasOffer || trial === 'unknown') return null;
  const lastDay = shortDate(new Date(Date.now() + trialDays * 86_400_000).toISOString());
  return (
    <Notice variant="success" title="Your free month">
      {`Nothing to pay until ${lastDay}, and no card is needed. Then the plan ends by itself, unless you choose to continue it.`}
    </Notice>
  );
}
