// Races of releases in a process of its own, with its own service and database. It is forked by lab/faults/release-race-run.ts, and sends each
// line of its progress, and finally what is wrong.
import { rmSync } from 'node:fs';
import { openAppIn } from '../test-app.ts';
import { makeTestFolder } from '../test-folder.ts';
import { runRace } from './run-race.ts';

/** Then a new service begins, because the vaults of earlier races become due too. */
const racesPerService = 100;
const reportEvery = 100;

process.once('disconnect', () => process.exit(1));
/** This process runs every `every`th race from `first` on. */
const [races = 0, seed = 0, first = 0, every = 1] = process.argv.slice(2).map(Number);
const seeds = Array.from({ length: races }, (_, race) => seed + race).filter((_, race) => race % every === first);
const violations: string[] = [];
let done = 0;
while (done < seeds.length) await runSome(seeds.slice(done, done + racesPerService));
process.send?.({ races: done, violations }, () => process.exit(0));

async function runSome(some: readonly number[]): Promise<void> {
  const folder = makeTestFolder();
  const app = await openAppIn(folder);
  for (const one of some) {
    violations.push(...(await runRace(app, one)));
    done += 1;
    if (done % reportEvery === 0) process.send?.(`${done} of ${seeds.length} races, ${violations.length} violations`);
  }
  await app.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
