// Two machines of one installation, which share the database, the bucket, the secret and the master keys, but no folder. One of them is
// killed midway and started again.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { NoLetter } from '../support/owner.ts';
import { createRandom } from '../support/random.ts';
import { waitFor } from '../support/wait.ts';
import { release, upload } from './actions.ts';
import { checkOutcome } from './final-check.ts';
import { type Load, lightLoad, openActiveVault, openLoadAccount, untilAnswered } from './load.ts';
import { machinesOf, openTestbed } from './testbed.ts';

const owners = 50;
const workers = 4;
/** Longer than the lease of a letter whose sender was killed. */
const lettersWithinSeconds = 240;

/** An owner with two vaults. Each of the requests comes to one of the machines in turn. */
async function runOwner(load: Load, number: number): Promise<void> {
  const attempt = untilAnswered(load);
  const email = `owner-${number}@example.com`;
  const again = async <T>(step: () => Promise<T>): Promise<T> =>
    step().catch((error) => (error instanceof NoLetter ? again(step) : Promise.reject(error)));
  const { owner } = await again(() => openLoadAccount(load, email));
  for (const place of [`${number}a`, `${number}b`]) {
    const random = { ...createRandom(7, place), happens: () => false };
    const vault = await again(() => openActiveVault(load, { owner, email }, { place }));
    await upload({ load, attempt, owner, vault, random }, `${place}.bin`);
    await release({ load, attempt, vault }, 2);
  }
}

test('two machines that share no folder do everything once, lose nothing, and write one journal without a gap', {
  timeout: 900_000,
}, async () => {
  const needs = new Set(['postgres', 'bucket', 'mail', 'second process'] as const);
  const testbed = await openTestbed({ needs, isShort: true, log: () => {} });
  const { history, mailbox, bucket, second, url } = testbed;
  const never = new AbortController().signal;
  const unused = { onCriticalRequest: () => {}, clockWasWrongSince: () => false };
  const load: Load = { url, size: lightLoad, seed: 7, history, mailbox, ending: never, givenUp: never, ...unused };
  try {
    let begun = 0;
    let done = 0;
    const half = Promise.withResolvers<void>();
    const worker = async () => {
      while (begun < owners) {
        begun += 1;
        await runOwner(load, begun);
        done += 1;
        if (done === owners / 2) half.resolve();
      }
    };
    const all = Promise.all(Array.from({ length: workers }, worker));
    await Promise.race([half.promise, all]);
    await second?.machine.server.kill();
    second?.machine.start();
    await second?.machine.server.ready();
    await all;
    const vaults = history.of('vault');
    const recipients = [...new Set(vaults.map(({ recipientEmail }) => recipientEmail))];
    expect(recipients).toHaveLength(2 * owners);
    const isDone = async () => {
      const letters = await Promise.all(recipients.map((address) => mailbox.lettersTo(address)));
      return letters.every(({ length }) => length > 0) || null;
    };
    await waitFor(isDone, { what: 'the letters', seconds: lettersWithinSeconds, log: () => {} });
    const now = { due: new Date(0), secondsAhead: 0, unknownAddresses: new Set<string>(), log: () => {} };
    const findings = await checkOutcome({ url, mailbox, ...now }, history);
    expect(findings).toMatchObject({ violations: [], lost: 0, doubled: 0, releases: 2 * owners, uploads: 2 * owners });
    for (const { installation } of machinesOf(testbed)) {
      expect((await installation.run('verify')).output).toContain('everything is intact');
      expect(existsSync(path.join(installation.dataDirectory, 'objects'))).toBe(false);
      expect(existsSync(path.join(installation.dataDirectory, 'journal'))).toBe(false);
      expect(installation.readLog().match(/another batch of the journal/g)).toBeNull();
    }
    const names = (await bucket?.list()) ?? [];
    expect(names.filter((name) => name.startsWith('journal/')).length).toBeGreaterThan(owners);
  } finally {
    for (const { server } of machinesOf(testbed)) await server.stop();
    await testbed.close(true);
  }
});
