// Runs the periodic jobs, each again one interval after its last run ended.
import { describeFault } from './http/problem-reply.ts';
import { type PeriodicJob, periodicJobs } from './periodic-jobs.ts';
import type { Services } from './services.ts';

/** A job that failed is tried again at least this soon. */
const retrySeconds = 300;

export type Schedule = ReturnType<typeof startSchedule>;

/** Runs the jobs, each again one interval after its last run ended. */
export function startSchedule(services: Services, jobs = periodicJobs(services)) {
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Set<Promise<unknown>>();
  const stopping = new AbortController();
  const runUnlessHeld = async (job: PeriodicJob): Promise<boolean> => {
    let succeeded = true;
    const reportFailure = (what: string, error: unknown) => {
      succeeded = false;
      services.reportFailure(what, error);
    };
    try {
      if (!job.onHold && (await services.restoreHold.isOn())) return true;
      if (job.byDate && !(await services.clockWatch.trustedNow())) return true;
      await job.run(stopping.signal, reportFailure);
    } catch (error) {
      succeeded = false;
      services.log.error({ job: job.name, error: describeFault(error) }, 'a periodic job failed');
    }
    return succeeded;
  };
  const runOnce = (job: PeriodicJob) => services.jobWatch.watch(job, () => runUnlessHeld(job));
  const plan = (job: PeriodicJob, seconds: number) => {
    if (stopping.signal.aborted) return;
    const timer = setTimeout(() => {
      const run = runOnce(job).then((succeeded) => {
        running.delete(run);
        plan(job, succeeded ? job.everySeconds : Math.min(job.everySeconds, retrySeconds));
      });
      running.add(run);
    }, seconds * 1000);
    timers.set(job.name, timer);
  };
  for (const job of jobs) plan(job, job.atStart ? 0 : job.everySeconds);
  return {
    /** Runs every job now, one after the other. */
    async runAll() {
      for (const job of jobs) await runOnce(job);
    },
    /** Starts no further run and waits for the running ones. */
    async stop() {
      stopping.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.allSettled(running);
    },
  };
}
