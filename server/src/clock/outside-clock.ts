// A second source of time: the Date header of an HTTPS response, which cannot be forged without a certificate.
// It is requested only while the machine's clock is not trusted, and nobody waits for it.
import type { Clock } from '../lib/clock.ts';

export interface OutsideClock {
  /** Sends a request, at most once a minute. */
  ask(): void;
  /** The outside time by the last response, in milliseconds; null without one from the last minutes. */
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
      void fetchTime().catch(() => undefined); // no response, no outside time
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
