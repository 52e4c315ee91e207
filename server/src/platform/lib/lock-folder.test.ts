// One process at a time fills a folder, and a killed one blocks nobody.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeTestFolder } from '../../../testing/test-folder.ts';
import { lockFolder } from './lock-folder.ts';

test('a folder is locked until its lock is released, and other folders are not', async () => {
  const folder = makeTestFolder();
  const release = await lockFolder(folder);
  expect(await lockFolder(`${folder}/`)).toBeNull();
  const other = await lockFolder(path.join(folder, 'other'));
  expect(other).not.toBeNull();
  for (const end of [release, other]) end?.();
  const again = await lockFolder(folder);
  expect(again).not.toBeNull();
  again?.();
});

test('a folder has one lock under each of its names, even before it exists', async () => {
  const folder = makeTestFolder();
  const link = path.join(makeTestFolder(), 'link');
  symlinkSync(folder, link);
  const releases = [await lockFolder(link), await lockFolder(path.join(link, 'backups/new'))];
  expect(await lockFolder(folder)).toBeNull();
  expect(await lockFolder(path.join(folder, 'backups/new'))).toBeNull();
  for (const release of releases) release?.();
});

test('the lock of a killed process ends with it', async () => {
  const folder = makeTestFolder();
  const program = `const { lockFolder } = await import(${JSON.stringify(path.join(import.meta.dirname, 'lock-folder.ts'))});
    await lockFolder(${JSON.stringify(folder)});
    console.log('locked');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  expect(await lockFolder(folder)).toBeNull();
  child.kill('SIGKILL');
  await once(child, 'exit');
  const release = await lockFolder(folder);
  expect(release).not.toBeNull();
  release?.();
});
