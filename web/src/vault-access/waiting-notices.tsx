// What a recipient is told while the questions rest or are closed: when to try again, or who can open them.
import { refusals } from '@remembrance/contract/refusals.ts';
import { useEffect, useState } from 'react';
import { timeUntil } from '../lib/dates.ts';
import { Notice } from '../ui/notice.tsx';
import { timeLeft } from './access-rules.ts';

/** A timer can wait for 24 days at most; a pause is never that long, a wrong clock may be. */
const longestTimer = 2 ** 31 - 1;

/** Whether this moment is still to come; the page is drawn again when it has. */
export function useIsBefore(instant: string | undefined): boolean {
  const [, setNow] = useState(0);
  const left = timeLeft(instant, new Date());
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(left + 500, longestTimer));
    return () => clearTimeout(timer);
  }, [left]);
  return left > 0;
}

export function PausedNotice({ until }: { until: string }) {
  return (
    <Notice title="Please wait a little" isAnnounced>
      {refusals['answers-paused'].detail} You can try again at {timeUntil(until, new Date())}. The vault stays where it
      is; nothing is lost.
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
