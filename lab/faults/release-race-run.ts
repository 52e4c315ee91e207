// Runs races of releases in separate processes, on a copy of the sources that may contain a planted fault. Each race is made from its seed:
// `--seed N --count 1` runs one again.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { copySources } from '../support/source-copy.ts';

export interface ReleaseRaceReport {
  races: number;
  /** Each violation is a sentence with the seed and what happened. */
  violations: string[];
}

interface ReleaseRaces {
  races: number;
  seed: number;
  planted?: string | undefined;
  /** The number of concurrent processes, each with its own database and share of the races. */
  processes: number;
  log: (line: string) => void;
}

export async function runReleaseRaces({ planted, processes, ...run }: ReleaseRaces): Promise<ReleaseRaceReport> {
  const sources = copySources(planted);
  const program = path.resolve(sources.server, 'testing/release-races/run.ts');
  try {
    const firsts = Array.from({ length: Math.min(processes, run.races) }, (_, first) => first);
    const reports = await Promise.all(firsts.map((first) => runShare(program, run, { first, every: firsts.length })));
    const races = reports.reduce((sum, report) => sum + report.races, 0);
    return { races, violations: reports.flatMap(({ violations }) => violations) };
  } finally {
    sources.remove();
  }
}

async function runShare(
  program: string,
  { races, seed, log }: Omit<ReleaseRaces, 'planted' | 'processes'>,
  { first, every }: { first: number; every: number },
): Promise<ReleaseRaceReport> {
  const child = fork(program, [races, seed, first, every].map(String), { execArgv: [] });
  let report: ReleaseRaceReport | undefined;
  child.on('message', (message: string | ReleaseRaceReport) => {
    if (typeof message === 'string') log(message);
    else report = message;
  });
  await once(child, 'exit');
  return report ?? Promise.reject(new Error('the races of releases did not finish'));
}
