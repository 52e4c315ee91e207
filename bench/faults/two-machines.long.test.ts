// Two machines of one installation, which share the database, the bucket, the secret and the master keys, and no folder. One is killed in
// the middle and started again.
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { openRadosGateway } from '@remembrance/server/testing/rados-gateway.ts';
import { expect, test } from 'vitest';
import { openDebianPostgres } from '../support/debian-postgres.ts';
import { openBadMailServer } from '../support/mail-server.ts';
import { NoLetter } from '../support/owner.ts';
import { serverSources } from '../support/planted.ts';
import { createChance } from '../support/random.ts';
import { makeRunFolder } from '../support/run-folder.ts';
import { makeServerHome, type ServerHome } from '../support/server-process.ts';
import { waitFor } from '../support/wait.ts';
import { release, upload } from './acts.ts';
import { entriesOf, openHistory, readHistory } from './history.ts';
import { type Load, lightLoad, openActiveVault, settle, untilAnswered } from './load.ts';
import { judge } from './verdict.ts';
import { settingsOf } from './world.ts';

const owners = 50;
const lanes = 4;
/** Past the lease of a letter whose sender was killed. */
const lettersWithinSeconds = 240;
const run = promisify(execFile);

async function openMachines() {
  const folder = makeRunFolder('two-machines');
  const mail = await openBadMailServer();
  const postgres = await openDebianPostgres(folder.path);
  const bucket = await openRadosGateway();
  const settings = {
    DATABASE_URL: postgres.url,
    SMTP_URL: mail.url,
    SECRET: 'the secret of both machines, long enough',
    ...settingsOf(bucket),
  };
  const homes = [await makeServerHome({ settings }), await makeServerHome({ settings })] as const;
  const historyFile = path.join(folder.path, 'history.jsonl');
  const history = openHistory(historyFile);
  const loads = homes.map(({ url }): Load => {
    const never = new AbortController().signal;
    const wrongClock = { onDelicate: () => {}, clockWasWrongSince: () => false };
    return { url, size: lightLoad, seed: 7, history, mailbox: mail, ending: never, givenUp: never, ...wrongClock };
  });
  return {
    homes,
    loads,
    mail,
    bucket,
    settings,
    readHistory: () => readHistory(historyFile),
    async close() {
      history.close();
      await mail.close();
      await bucket.stop();
      postgres.close();
      for (const home of homes) home.remove();
      folder.remove();
    },
  };
}

/** An owner on one machine, whose two vaults are released on the other. */
async function live([here, there]: [Load, Load], number: number): Promise<void> {
  const attempt = untilAnswered(here);
  const email = `owner-${number}@example.com`;
  const again = async <T>(step: () => Promise<T>): Promise<T> =>
    step().catch((error) => (error instanceof NoLetter ? again(step) : Promise.reject(error)));
  const { owner } = await again(() => settle(here, email));
  for (const place of [`${number}a`, `${number}b`]) {
    const chance = { ...createChance(7, place), happens: () => false };
    const vault = await again(() => openActiveVault(here, { owner, email }, { place }));
    await upload({ load: here, attempt, owner, vault, chance }, `${place}.bin`);
    await release({ load: there, attempt: untilAnswered(there), vault }, 2);
  }
}

const verifyOn = ({ dataDirectory }: ServerHome, settings: Record<string, string>) =>
  run(process.execPath, [path.join(serverSources, 'src/commands/verify.ts')], {
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, DATA_DIR: dataDirectory, ...settings },
  });

test('two machines that share no folder do everything once, lose nothing, and keep one journal without a gap', {
  timeout: 900_000,
}, async () => {
  const { homes, loads, mail, bucket, settings, readHistory, close } = await openMachines();
  const [one, two] = homes;
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
    const lane = async () => {
      while (begun < owners) {
        begun += 1;
        await live(begun % 2 === 0 ? [here, there] : [there, here], begun);
        done += 1;
        if (done === owners / 2) half.resolve();
      }
    };
    const all = Promise.all(Array.from({ length: lanes }, lane));
    await Promise.race([half.promise, all]);
    await second.kill();
    second = two.spawn();
    await second.ready();
    await all;
    const vaults = entriesOf(readHistory(), 'vault');
    const recipients = [...new Set(vaults.map(({ recipientEmail }) => recipientEmail))];
    expect(recipients).toHaveLength(2 * owners);
    const isDone = async () => {
      const letters = await Promise.all(recipients.map((address) => mail.lettersTo(address)));
      return letters.every(({ length }) => length > 0) || null;
    };
    await waitFor(isDone, { what: 'the letters', seconds: lettersWithinSeconds, say: () => {} });
    const now = { due: new Date(0), latest: new Date(), unknownAddresses: new Set<string>(), say: () => {} };
    const verdict = await judge({ url: two.url, mailbox: mail, ...now }, readHistory());
    expect(verdict).toMatchObject({ violations: [], lost: 0, doubled: 0, releases: 2 * owners, uploads: 2 * owners });
    for (const home of homes) {
      const { stdout } = await verifyOn(home, settings);
      expect(stdout).toContain('all is as it was written');
      expect(existsSync(path.join(home.dataDirectory, 'objects'))).toBe(false);
      expect(existsSync(path.join(home.dataDirectory, 'journal'))).toBe(false);
    }
    expect((await bucket.list()).filter((name) => name.startsWith('journal/')).length).toBeGreaterThan(owners);
    const logs = homes.map(({ readLog }) => readLog()).join('');
    expect(logs.match(/another batch of the journal/g)).toBeNull();
  } finally {
    await first.stop();
    await second.stop();
    await close();
  }
});
