// The supervisor script of `npm start`, with a stub for `sleep`, so that pauses take no time.
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

/** Runs a shell program under the supervisor. */
function supervise(program: string) {
  const environment = { PATH: `${folder}:${process.env.PATH}` };
  const { promise, resolve } = Promise.withResolvers<{ code: number; output: string; errors: string }>();
  const args = [supervisor, '/bin/sh', '-c', `cd ${folder}; ${program}`];
  const child = execFile('/bin/sh', args, { env: environment }, (error, output, errors) =>
    resolve({ code: Number(error?.code ?? 0), output, errors }),
  );
  return { child, ended: promise };
}

test('a crash is followed by a restart, but a requested stop is not', async () => {
  const once = supervise('if [ -e crashed ]; then echo well; exit 0; fi; touch crashed; kill -KILL $$');
  expect(await once.ended).toMatchObject({ code: 0, output: 'well\n' });
});

test('an invalid setting is reported once and ends the supervisor', async () => {
  const { code, errors } = await supervise('echo "SECRET is missing" >&2; exit 1').ended;
  expect([code, errors]).toEqual([1, 'SECRET is missing\n']);
});

test.each([70, 75, 137])(
  'a service that repeatedly ends with %i is restarted each time, after pauses of at most 8 s',
  async (code) => {
    const program = `echo try; echo x >> tries; [ $(wc -l < tries) -eq 7 ] && exit 0; exit ${code}`;
    const { code: last, output, errors } = await supervise(program).ended;
    expect([last, output]).toEqual([0, 'try\n'.repeat(7)]);
    const messages = errors
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).msg);
    expect(messages).toContain(`The service ended with code ${code}; it is started again in 8 s.`);
    expect(readFileSync(path.join(folder, 'pauses'), 'utf8')).toBe('1\n2\n4\n8\n8\n8\n');
  },
);

test('a signal reaches the service, which can stop gracefully', async () => {
  const { child, ended } = supervise('trap "echo stopped; exit 0" TERM; echo up; while :; do read -r _ < pipe; done');
  const up = Promise.withResolvers<void>();
  child.stdout?.once('data', () => up.resolve());
  await up.promise;
  child.kill('SIGINT');
  expect(await ended).toMatchObject({ code: 0, output: 'up\nstopped\n' });
});
