// Two machines of one installation, which share the database, the bucket, the secret and the master keys, but no folder. One of them is
// killed midway and started again.
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { openRadosGateway } from '@remembrance/server/testing/rados-gateway.ts';
import { expect, test } from 'vitest';
import { openDebianPostgres } from '../support/debian-postgres.ts';
import { createInstallation, type Installation } from '../support/installation.ts';
import { openFaultyMailServer } from '../support/mail-server.ts';
import { NoLetter } from '../support/owner.ts';
import { createRandom } from '../support/random.ts';
import { makeRunFolder } from '../support/run-folder.ts';
import { serverSources } from '../support/source-copy.ts';
import { waitFor } from '../support/wait.ts';
import { release, upload } from './actions.ts';
import { checkOutcome } from './final-check.ts';
import { openHistory } from './history.ts';
import { type Load, lightLoad, openActiveVault, openLoadAccount, untilAnswered } from './load.ts';
import { settingsOf } from './testbed.ts';

const owners = 50;
const workers = 4;
/** Longer than the lease of a letter whose sender was killed. */
const lettersWithinSeconds = 240;
const run = promisify(execFile);

async function openMachines() {
  const folder = makeRunFolder('two-machines');
  const mail = await openFaultyMailServer();
  const postgres = await openDebianPostgres(folder.path);
  const bucket = await openRadosGateway();
  const settings = {
    DATABASE_URL: postgres.url,
    SMTP_URL: mail.url,
    SECRET: 'the secret of both machines, long enough',
    ...settingsOf(bucket),
  };
  const installations = [await createInstallation({ settings }), await createInstallation({ settings })] as const;
  const historyFile = path.join(folder.path, 'history.jsonl');
  const history = openHistory(historyFile);
  const loads = installations.map(({ url }): Load => {
    const never = new AbortController().signal;
    const wrongClock = { onCriticalRequest: () => {}, clockWasWrongSince: () => false };
    return { url, size: lightLoad, seed: 7, history, mailbox: mail, ending: never, givenUp: never, ...wrongClock };
  });
  return {
    installations,
    loads,
    mail,
    bucket,
    settings,
    history,
    async close() {
      history.close();
      await mail.close();
      await bucket.stop();
      postgres.close();
      for (const installation of installations) installation.remove();
      folder.remove();
    },
  };
}

/** An owner on one machine, whose two vaults are released on the other machine. */
async function runOwner([here, there]: [Load, Load], number: number): Promise<void> {
  const attempt = untilAnswered(here);
  const email = `owner-${number}@example.com`;
  const again = async <T>(step: () => Promise<T>): Promise<T> =>
    step().catch((error) => (error instanceof NoLetter ? again(step) : Promise.reject(error)));
  const { owner } = await again(() => openLoadAccount(here, email));
  for (const place of [`${number}a`, `${number}b`]) {
    const random = { ...createRandom(7, place), happens: () => false };
    const vault = await again(() => openActiveVault(here, { owner, email }, { place }));
    await upload({ load: here, attempt, owner, vault, random }, `${place}.bin`);
    await release({ load: there, attempt: untilAnswered(there), vault }, 2);
  }
}

const { PATH, TMPDIR, TZ } = process.env;
const verifyOn = ({ dataDirectory }: Installation, settings: Record<string, string>) =>
  run(process.execPath, [path.join(serverSources, 'src/commands/verify.ts')], {
    env: { PATH, TMPDIR, TZ, DATA_DIR: dataDirectory, ...settings },
  });

test('two machines that share no folder do everything once, lose nothing, and write one journal without a gap', {
  timeout: 900_000,
}, async () => {
  const { installations, loads, mail, bucket, settings, history, close } = await openMachines();
  const [one, two] = installations;
  const first = one.spawn();
  await first.ready();
  mkdirSync(two.dataDirectory);
  copyFileSync(path.join(one.dataDirectory, 'keyring.json'), path.join(two.dataDirectory, 'keyring.json'));
  let second = two.spawn();
  await second.ready();
  try {
    const [here, there] = loads as [Load, Load];
    let begun = 0;
    let done = 0;
    const half = Promise.withResolvers<void>();
    const worker = async () => {
      while (begun < owners) {
        begun += 1;
        await runOwner(begun % 2 === 0 ? [here, there] : [there, here], begun);
        done += 1;
        if (done === owners / 2) half.resolve();
      }
    };
    const all = Promise.all(Array.from({ length: workers }, worker));
    await Promise.race([half.promise, all]);
    await second.kill();
    second = two.spawn();
    await second.ready();
    await all;
    const vaults = history.of('vault');
    const recipients = [...new Set(vaults.map(({ recipientEmail }) => recipientEmail))];
    expect(recipients).toHaveLength(2 * owners);
    const isDone = async () => {
      const letters = await Promise.all(recipients.map((address) => mail.lettersTo(address)));
      return letters.every(({ length }) => length > 0) || null;
    };
    await waitFor(isDone, { what: 'the letters', seconds: lettersWithinSeconds, log: () => {} });
    const now = { due: new Date(0), secondsAhead: 0, unknownAddresses: new Set<string>(), log: () => {} };
    const findings = await checkOutcome({ url: two.url, mailbox: mail, ...now }, history);
    expect(findings).toMatchObject({ violations: [], lost: 0, doubled: 0, releases: 2 * owners, uploads: 2 * owners });
    for (const installation of installations) {
      const { stdout } = await verifyOn(installation, settings);
      expect(stdout).toContain('everything is intact');
      expect(existsSync(path.join(installation.dataDirectory, 'objects'))).toBe(false);
      expect(existsSync(path.join(installation.dataDirectory, 'journal'))).toBe(false);
    }
    expect((await bucket.list()).filter((name) => name.startsWith('journal/')).length).toBeGreaterThan(owners);
    const logs = installations.map(({ readLog }) => readLog()).join('');
    expect(logs.match(/another batch of the journal/g)).toBeNull();
  } finally {
    await first.stop();
    await second.stop();
    await close();
  }
});
