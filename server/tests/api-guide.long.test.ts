// docs/guide/api.md: its lines are run as they are written, against a service on this machine.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { childEnvironment } from '../testing/child-environment.ts';
import { freePort } from '../testing/free-port.ts';
import { makeTestFolder } from '../testing/test-folder.ts';

test('the journey of “Use the API” ends with what was left for the recipient', async () => {
  const folder = makeTestFolder();
  const PORT = String(await freePort());
  const main = path.join(import.meta.dirname, '../src/main.ts');
  const service = spawn(process.execPath, [main], {
    env: childEnvironment({ DATA_DIR: path.join(folder, 'data'), PORT, PASSWORD_HASH_COST: '4' }),
  });
  try {
    for await (const text of service.stdout) if (String(text).includes('is ready')) break;
    service.stdout.resume();
    const page = readFileSync(path.join(import.meta.dirname, '../../docs/guide/api.md'), 'utf8');
    const lines = Array.from(page.matchAll(/^```bash\n([\s\S]*?)^```$/gm), ([, block]) => block);
    expect(lines.length).toBeGreaterThan(4);
    const ran = Promise.withResolvers<{ failed: boolean; output: string; errors: string }>();
    const options = { cwd: folder, env: { PATH: process.env.PATH, URL: `http://localhost:${PORT}` } };
    execFile('bash', ['--norc', '-euo', 'pipefail', '-c', lines.join('')], options, (error, output, errors) =>
      ran.resolve({ failed: error !== null, output, errors }),
    );
    expect(await ran.promise).toEqual({
      failed: false,
      output: expect.stringMatching(/"active"[\s\S]*The heron came back\.\na photo\n[\s\S]*For Rosa\n$/),
      errors: 'curl: (22) The requested URL returned error: 403\n', // the sign-in that needs a code
    });
  } finally {
    service.kill('SIGTERM');
    await once(service, 'exit');
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
});
