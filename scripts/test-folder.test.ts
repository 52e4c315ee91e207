// What a run of the tests leaves behind is found.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeTestFolder } from './test-folder.ts';

test('RUN-21: a file that is left behind goes with the folder', () => {
  const folder = makeTestFolder();
  writeFileSync(path.join(folder.path, 'left'), '');
  expect(folder.clear()).toEqual([]);
  expect(existsSync(folder.path)).toBe(false);
});

test('RUN-21: a process that is left behind is named and ended', async () => {
  const folder = makeTestFolder();
  const waits = 'process.stdout.write("ready"); process.stdin.resume()';
  const child = spawn(process.execPath, ['-e', waits], {
    env: { TMPDIR: folder.path },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const exit = once(child, 'exit');
  await once(child.stdout, 'data');
  expect(folder.clear().join()).toContain(`process ${child.pid}: ${process.execPath}`);
  expect(await exit).toEqual([null, 'SIGKILL']);
});
