// Watches the periodic jobs of this process: one that fails each time, or never ends, does not stay unnoticed.
import type { Clock } from '../../platform/lib/clock.ts';
import { minutesLater } from '../../platform/lib/clock.ts';

export interface WatchedJob {
  name: string;
  /** How long a run may take. An hour, unless it goes through everything there is. */
  maxRunMinutes?: number;
}

export interface JobWatch {
  /** Runs a job, which says whether it succeeded. */
  watch(job: WatchedJob, run: () => Promise<boolean>): Promise<boolean>;
  /** The jobs that fail or do not end, as a sentence; null if there are none. */
  findProblem(): string | null;
}

interface State {
  failures: number;
  failingSince: Date | null;
  running: { since: Date; until: Date } | null;
}

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
    async watch({ name, maxRunMinutes = defaultRunMinutes }, run) {
      const since = clock.now();
      const before = states.get(name) ?? { failures: 0, failingSince: null, running: null };
      states.set(name, { ...before, running: { since, until: minutesLater(since, maxRunMinutes) } });
      const succeeded = await run();
      const failed = { failures: before.failures + 1, failingSince: before.failingSince ?? since };
      states.set(name, { ...(succeeded ? { failures: 0, failingSince: null } : failed), running: null });
      return succeeded;
    },
    findProblem() {
      const problems = [...states].flatMap(problemOf);
      return problems.length === 0 ? null : `${problems.join(' ')} See the log of the service.`;
    },
  };
}
