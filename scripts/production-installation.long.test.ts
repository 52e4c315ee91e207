// A checkout with the real lock file and only the service's packages, as an operator has it: after the first start nothing is installed
// again, and commands run as a user who cannot write the checkout.
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTestFolder } from '../server/testing/test-folder.ts';
import { root } from './project.mjs';

const home = makeTestFolder();
const checkout = path.join(home, 'remembrance');

beforeAll(() => {
  const { stdout } = spawnSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' });
  for (const file of stdout.trim().split('\n')) cpSync(path.join(root, file), path.join(checkout, file));
  expect(run(['node', 'scripts/build.mjs'])).toMatchObject({
    status: 0,
    output: expect.stringContaining('Installing'),
  });
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

interface User {
  uid?: number;
  gid?: number;
}

function run([program = '', ...words]: string[], user: User = {}) {
  // Node's own lookup, because npm starts scripts this way; no setting of this run reaches the checkout.
  const env = { PATH: process.env.PATH?.replaceAll(/[^:]*node_modules[^:]*:/g, '') };
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: checkout, env, encoding: 'utf8', ...user });
  return { status, output: stdout + stderr };
}

test('a second build installs nothing', () => {
  const { status, output } = run(['node', 'scripts/build.mjs']);
  expect([status, output]).toEqual([0, '']);
});

/** Root can write everywhere, so the test uses another user. */
test.runIf(process.getuid?.() === 0)('each command runs as a user who cannot write the checkout', () => {
  for (const command of ['admin', 'backup', 'restore', 'move', 'verify', 'keys', 'passwords']) {
    const words = ['node', 'scripts/run.mjs', `server/src/commands/${command}.ts`, '--help'];
    const { status, output } = run(words, { uid: 65_534, gid: 65_534 });
    expect([command, status, output]).toEqual([command, 0, expect.stringContaining(`npm run ${command}`)]);
    expect(output).not.toMatch(/Installing|cannot be written/);
  }
});
