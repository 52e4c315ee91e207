// The shell under `npm start`, with a stub in the place of `sleep`, so that no pause takes time.
import { execFile } from 'node:child_process';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTestFolder } from '../testing/test-folder.ts';

const supervisor = path.resolve(import.meta.dirname, '../../scripts/supervise.sh');
let folder: string;
beforeEach(() => {
  folder = makeTestFolder();
  writeFileSync(path.join(folder, 'sleep'), `#!/bin/sh\necho "$1" >> ${folder}/pauses\n`);
  chmodSync(path.join(folder, 'sleep'), 0o755);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a program of the shell below the supervisor. */
function supervise(program: string) {
  const environment = { PATH: `${folder}:${process.env.PATH}` };
  const { promise, resolve } = Promise.withResolvers<{ code: number; output: string; said: string }>();
  const words = [supervisor, '/bin/sh', '-c', `cd ${folder}; ${program}`];
  const child = execFile('/bin/sh', words, { env: environment }, (error, output, said) =>
    resolve({ code: Number(error?.code ?? 0), output, said }),
  );
  return { child, ended: promise };
}

test('RUN-1: a crash is followed by a start, and an end that was asked for is not', async () => {
  const once = supervise('if [ -e crashed ]; then echo well; exit 0; fi; touch crashed; kill -KILL $$');
  expect(await once.ended).toMatchObject({ code: 0, output: 'well\n' });
});

test('RUN-2: a wrong setting is said once and ends it', async () => {
  const { code, said } = await supervise('echo "SECRET is missing" >&2; exit 1').ended;
  expect([code, said]).toEqual([1, 'SECRET is missing\n']);
});

test('RUN-3: pauses grow, and five crashes in a minute end it with a sentence', async () => {
  const { code, output, said } = await supervise('echo try; exit 70').ended;
  expect([code, output]).toEqual([70, 'try\n'.repeat(5)]);
  expect(said).toContain('crashed five times in a minute');
  expect(readFileSync(path.join(folder, 'pauses'), 'utf8')).toBe('1\n2\n4\n8\n');
});

test('RUN-4: a signal reaches the service, which ends in its own time', async () => {
  const { child, ended } = supervise('trap "echo stopped; exit 0" TERM; echo up; while :; do read -r _ < pipe; done');
  const up = Promise.withResolvers<void>();
  child.stdout?.once('data', () => up.resolve());
  await up.promise;
  child.kill('SIGINT');
  expect(await ended).toMatchObject({ code: 0, output: 'up\nstopped\n' });
});
