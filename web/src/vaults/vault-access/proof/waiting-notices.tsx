// Shown while the questions are paused or closed: when to try again, or who can open them.
import type { TriesLeft } from '@remembrance/contract/access-state.ts';
import { refusals } from '@remembrance/contract/refusals.ts';
import { useEffect, useState } from 'react';
import { timeUntil } from '../../../lib/dates.ts';
import { Notice } from '../../../ui/notice.tsx';
import { timeLeft } from './access-rules.ts';

/** The limit of setTimeout, about 24 days. Only a wrong clock could make a pause that long. */
const maxTimerMilliseconds = 2 ** 31 - 1;

/** Whether this moment is in the future; rerenders when it has passed. */
export function useIsBefore(instant: string | undefined): boolean {
  const [, setNow] = useState(0);
  const left = timeLeft(instant, new Date());
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(left + 500, maxTimerMilliseconds));
    return () => clearTimeout(timer);
  }, [left]);
  return left > 0;
}

export function PausedNotice({ until }: { until: string }) {
  return (
    <Notice title="Please wait a little" isAnnounced>
      {`${refusals['answers-paused'].detail} You can try again at ${timeUntil(until, new Date())}. Nothing is lost.`}
    </Notice>
  );
}

export function LockedNotice() {
  return (
    <Notice title={refusals['answers-locked'].title} isAnnounced>
      {refusals['answers-locked'].detail}
    </Notice>
  );
}

/** How many more answers are possible before the questions are paused. Known from the third wrong answer on. */
export const triesWords = ({ tries, pauseMinutes }: TriesLeft): string =>
  `${tries === 1 ? '1 more try' : `${tries} more tries`}, then ${whatFollows(pauseMinutes)}.`;

function whatFollows(pauseMinutes: number | null): string {
  if (pauseMinutes === null) return 'the questions close until somebody opens them again';
  return pauseMinutes >= 24 * 60 ? 'a pause of one day' : `a pause of ${pauseMinutes} minutes`;
}
