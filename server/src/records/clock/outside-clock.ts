// Other clocks that can confirm the time: the Date of an HTTPS response, which cannot be forged without a certificate, and the
// kernel's flag that the machine's time service has set the clock. They are queried only while the machine's clock is not trusted.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Clock } from '../../platform/lib/clock.ts';

export interface OutsideClock {
  /** Queries all sources, at most once a minute. Resolves when they have answered, after five seconds at the latest. */
  ask(): Promise<void>;
  /** The time of the first source that answered, in milliseconds; null if none answered in the last minutes. */
  now(): number | null;
}

/** Milliseconds; null if the source has no answer. */
export type TimeSource = () => Promise<number | null>;

const askEveryMilliseconds = 60_000;
const freshMilliseconds = 3 * askEveryMilliseconds;
const answerMilliseconds = 5000;

/** @param sources the most trusted source comes first */
export function createOutsideClock(sources: readonly TimeSource[], clock: Clock): OutsideClock {
  let askedAt = Number.NEGATIVE_INFINITY;
  let answer: { time: number; at: number } | null = null;
  const passed = (since: number) => clock.monotonicMilliseconds() - since;
  const readTime = async (source: TimeSource) => {
    const time = await source().catch(() => null);
    return time === null ? null : { time, at: clock.monotonicMilliseconds() };
  };
  return {
    async ask() {
      if (sources.length === 0 || passed(askedAt) < askEveryMilliseconds) return;
      askedAt = clock.monotonicMilliseconds();
      const answers = await Promise.all(sources.map(readTime));
      answer = answers.find((one) => one !== null) ?? answer;
    },
    now: () => (answer && passed(answer.at) < freshMilliseconds ? answer.time + passed(answer.at) : null),
  };
}

export const listTimeSources = (url: string | undefined): TimeSource[] => [
  ...(url ? [() => readDate(url)] : []),
  readKernelTime,
];

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

/** On Linux with systemd, its time service reads a kernel flag that is cleared when the clock is set by hand. */
export async function readKernelTime(): Promise<number | null> {
  const { stdout } = await promisify(execFile)(
    'timedatectl',
    ['show', '--property=NTPSynchronized', '--property=TimeUSec'],
    { env: { PATH: process.env.PATH, TZ: 'UTC' }, timeout: answerMilliseconds },
  );
  const [, date, time] = /^TimeUSec=\w+ (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) UTC$/m.exec(stdout) ?? [];
  return date && /^NTPSynchronized=yes$/m.test(stdout) ? Date.parse(`${date}T${time}Z`) : null;
}
