// A second opinion on the time: the Date of an HTTPS answer, which a forger would need a certificate for.
// It is asked only while the machine's clock is in doubt, and never waited for.
import type { Clock } from '../lib/clock.ts';

export interface OutsideClock {
  /** Asks, at most once a minute. */
  ask(): void;
  /** What time it is outside by the last answer, in milliseconds; null without one from the last minutes. */
  now(): number | null;
}

const askEveryMilliseconds = 60_000;
const freshMilliseconds = 3 * askEveryMilliseconds;
const answerMilliseconds = 5000;

export function createOutsideClock(url: string | undefined, clock: Clock): OutsideClock {
  let askedAt = Number.NEGATIVE_INFINITY;
  let answer: { time: number; at: number } | null = null;
  const passed = (since: number) => clock.monotonicMilliseconds() - since;
  const fetchTime = async () => {
    const time = await readDate(url ?? '');
    if (time !== null) answer = { time, at: clock.monotonicMilliseconds() };
  };
  return {
    ask() {
      if (!url || passed(askedAt) < askEveryMilliseconds) return;
      askedAt = clock.monotonicMilliseconds();
      void fetchTime().catch(() => undefined); // no answer is no opinion
    },
    now: () => (answer && passed(answer.at) < freshMilliseconds ? answer.time + passed(answer.at) : null),
  };
}

async function readDate(url: string): Promise<number | null> {
  const { headers } = await fetch(url, {
    method: 'HEAD',
    redirect: 'manual',
    cache: 'no-store',
    signal: AbortSignal.timeout(answerMilliseconds),
  });
  const time = Date.parse(headers.get('date') ?? '') + Number(headers.get('age') ?? 0) * 1000;
  return Number.isFinite(time) ? time : null;
}
