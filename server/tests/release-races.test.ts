// A few races of releases; `npm run faults -- releases` runs many more. RACE_SEED=4711 repeats that race.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runRace } from '../testing/release-races/run-race.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const again = Number(process.env.RACE_SEED ?? 0);
const seeds = again ? [again] : Array.from({ length: 20 }, (_, race) => 61_000 + race);

test('STATE-3: whatever happens to a release at once, it ends as the owner chose, with exactly the emails due, and nothing is lost', {
  timeout: 120_000,
}, async () => {
  for (const seed of seeds) expect(await runRace(app, seed)).toEqual([]);
});
