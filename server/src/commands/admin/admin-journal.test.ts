// An operator's command while the service is stopped.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ada } from '@remembrance/contract/testing/cast.ts';
import { expect, test } from 'vitest';
import { signedIn } from '../../../testing/people.ts';
import { machineIn } from '../../../testing/restore-drill/drill-machine.ts';
import { openAppIn } from '../../../testing/test-app.ts';
import { makeTestFolder } from '../../../testing/test-folder.ts';

test('what an operator does while the service is stopped is in the journal once the command ends, for a restore', async () => {
  const home = makeTestFolder();
  const data = path.join(home, 'data');
  try {
    const app = await openAppIn(data);
    const { id } = await signedIn(app, ada);
    await app.close();
    const { status, stderr } = machineIn(data).run('admin', 'suspend', ada.email, '--reason', 'spam');
    expect([status, stderr]).toEqual([0, expect.any(String)]);
    const journal = path.join(data, 'journal');
    const lines = readdirSync(journal).flatMap((name) => readFileSync(path.join(journal, name), 'utf8').split('\n'));
    const ofAccount = lines.filter((line) => line.includes(`"kind":"account","id":"${id}"`));
    expect(JSON.parse(ofAccount.at(-1) ?? '{}').facts?.suspendedAt).toEqual(expect.any(String));
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 10 });
  }
}, 60_000);
