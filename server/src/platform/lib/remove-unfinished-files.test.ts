// Half-written files of killed processes may contain a letter or a key, so they are removed from every folder.
import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { makeTestFolder } from '../../../testing/test-folder.ts';
import { until } from '../../../testing/until.ts';
import { addKey } from '../../keys/master/master-keys.ts';
import { startSchedule } from '../../schedule.ts';

let app: TestApp;
let shared: string;
beforeAll(async () => {
  shared = makeTestFolder();
  writeFileSync(path.join(shared, 'ring.json'), JSON.stringify(addKey(null, '2026-11-22')));
  app = await openTestApp({ KEYRING_FILE: path.join(shared, 'ring.json') });
});
afterAll(async () => {
  await app.close();
  rmSync(shared, { recursive: true });
});

const unfinishedOf = (file: string): string => `${file}.0193b7f2-6c1e-7d44-9f0a-5b1a2c3d4e5f.tmp`;

function plant(file: string, minutesOld: number): string {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, 'half');
  const then = Date.now() / 1000 - minutesOld * 60;
  utimesSync(file, then, then);
  return path.basename(file);
}

test('unfinished files of ended processes are removed at a start from every folder, and those still being written are not', async () => {
  const data = app.services.config.dataDirectory;
  const files = ['secrets.json', 'letters/a.eml', 'journal/2027-03.jsonl'];
  for (const file of files) plant(unfinishedOf(path.join(data, file)), 16);
  plant(unfinishedOf(path.join(shared, 'ring.json')), 16);
  const fresh = plant(unfinishedOf(path.join(data, 'letters/b.eml')), 14);
  const whole = plant(path.join(data, 'letters/c.eml'), 16);
  const foreign = plant(unfinishedOf(path.join(shared, 'theirs.json')), 16);

  const schedule = startSchedule(app.services);
  const unfinishedLeft = () =>
    [data, shared].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.tmp'))
        .map((name) => path.basename(name)),
    );
  await until(unfinishedLeft).toEqual([fresh, foreign]);
  await schedule.stop();
  expect(readdirSync(path.join(data, 'letters'))).toContain(whole);
});
