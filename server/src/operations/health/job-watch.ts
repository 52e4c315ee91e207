// Watches the periodic jobs of this process: one that fails each time, or never ends, does not stay unnoticed.
import type { Clock } from '../../platform/lib/clock.ts';
import { minutesLater } from '../../platform/lib/clock.ts';

export interface WatchedJob {
  name: string;
  everySeconds?: number;
  /** How long a run may take. An hour, unless it goes through everything there is. */
  maxRunMinutes?: number;
}

export interface JobWatch {
  /** Runs a job, which says whether it succeeded. */
  watch(job: WatchedJob, run: () => Promise<boolean>): Promise<boolean>;
  /** The jobs that fail or do not end, as a sentence; null if there are none. */
  findProblem(): string | null;
  /** Every job that has run here. */
  list(): JobState[];
}

export interface JobState {
  name: string;
  everySeconds: number;
  /** When its last run without a failure ended; null if none did. */
  succeededAt: Date | null;
  /** Since the last success. */
  failures: number;
}

interface State extends Omit<JobState, 'name'> {
  failingSince: Date | null;
  running: { since: Date; until: Date } | null;
}

const unknown: State = { everySeconds: 0, succeededAt: null, failures: 0, failingSince: null, running: null };

/** One failure, or several while something restarts, may pass by itself. */
const maxFailingMinutes = 5;
const defaultRunMinutes = 60;

export function createJobWatch(clock: Clock): JobWatch {
  const states = new Map<string, State>();
  const problemOf = ([name, { failures, failingSince, running }]: [string, State]): string[] => {
    const now = clock.now();
    if (running && running.until <= now) return [`The job “${name}” has run since ${running.since.toISOString()}.`];
    if (!failingSince || failures < 2 || minutesLater(failingSince, maxFailingMinutes) > now) return [];
    return [`The job “${name}” has failed ${failures} times in a row, since ${failingSince.toISOString()}.`];
  };
  return {
    async watch({ name, everySeconds = 0, maxRunMinutes = defaultRunMinutes }, run) {
      const since = clock.now();
      const before = states.get(name) ?? { ...unknown, everySeconds };
      states.set(name, { ...before, running: { since, until: minutesLater(since, maxRunMinutes) } });
      const succeeded = await run();
      const failed = { ...before, failures: before.failures + 1, failingSince: before.failingSince ?? since };
      states.set(
        name,
        succeeded ? { ...unknown, everySeconds, succeededAt: clock.now() } : { ...failed, running: null },
      );
      return succeeded;
    },
    list: () =>
      [...states].map(([name, { everySeconds, succeededAt, failures }]) => ({
        name,
        everySeconds,
        succeededAt,
        failures,
      })),
    findProblem() {
      const problems = [...states].flatMap(problemOf);
      return problems.length === 0 ? null : `${problems.join(' ')} See the log of the service.`;
    },
  };
}
