// Finds what a test run leaves behind.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeTestFolder } from './test-folder.ts';

test('a leftover file is deleted with the folder', () => {
  const folder = makeTestFolder();
  writeFileSync(path.join(folder.path, 'left'), '');
  expect(folder.clear()).toEqual([]);
  expect(existsSync(folder.path)).toBe(false);
});

test('a leftover process is named and ended', async () => {
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
