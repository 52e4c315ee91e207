// The secret and the data belong together: a start with another secret, or with none, would invalidate every printed code.
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { makeTestFolder } from '../../../testing/test-folder.ts';
import { insertUser } from '../../people/users/user-store.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { installation } from '../../platform/database/schema.ts';
import { systemClock } from '../../platform/lib/clock.ts';
import { newId } from '../../platform/lib/ids.ts';
import { openMasterSecrets, readMasterSecrets } from './master-secret.ts';
import { parseSecrets } from './secrets-file.ts';

let opened: OpenDatabase;
let dataDirectory: string;
let file: string;
beforeEach(async () => {
  opened = await openTestDatabase();
  dataDirectory = makeTestFolder();
  file = path.join(dataDirectory, 'secrets.json');
});
afterEach(async () => {
  await opened.close();
  rmSync(dataDirectory, { recursive: true });
});

const source = (secret?: string, ...otherSecrets: string[]) => ({ secret, otherSecrets, dataDirectory });
const openAll = (secret?: string, ...others: string[]) =>
  openMasterSecrets({ ...opened, clock: systemClock }, source(secret, ...others));
/** The current secret. */
const start = async (secret?: string, ...others: string[]) =>
  (await openAll(secret, ...others))()[0]?.secret ?? Buffer.alloc(0);
const refused = (message: string) => expect.objectContaining({ name: 'StartRefused', message });
const given = 'a secret of more than thirty-two characters';

test('the first start creates one secret, even if many run concurrently, and later starts read it', {
  tags: 'long',
}, async () => {
  const secrets = await Promise.all([start(), start(), start()]);
  expect(new Set(secrets.map((secret) => secret.toString('hex'))).size).toBe(1);
  expect(await start()).toEqual(secrets[0]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await opened.database.select().from(installation)).toHaveLength(1);
});

test('KEY-4: a database whose secrets.json is missing is refused, and no new secret is created', async () => {
  await start();
  rmSync(file);
  const sentence = `${file} is missing, and without it no code or link of this database works; restore the file from its copy, or set SECRET if the secret came from there.`;
  await expect(start()).rejects.toThrow(refused(sentence));
  expect(existsSync(file)).toBe(false);
});

test('KEY-4: a database with accounts but no check value is refused without its secret', async () => {
  const owner = {
    id: newId(new Date()),
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Moss',
    termsAcceptedAt: new Date(),
  };
  await opened.database.transaction((tx) => insertUser(tx, owner));
  await expect(start()).rejects.toThrow(/secrets.json is missing/);
  expect(existsSync(file)).toBe(false);
  const several = start(given, 'x'.repeat(32));
  await expect(several).rejects.toThrow(/^SECRET has several secrets, .* start once with only that secret\.$/);
  expect((await start(given)).toString()).toBe(given);
});

test('KEY-4: a wrong secret is refused, from the file and from SECRET, and the right one still works', async () => {
  await start();
  const right = readFileSync(file);
  writeFileSync(file, JSON.stringify({ secrets: ['x'.repeat(43)] }));
  await expect(start()).rejects.toThrow(
    refused(
      `${file} does not contain the secret of this database; restore the right file from its copy, or set SECRET if the secret came from there.`,
    ),
  );
  await expect(start(given)).rejects.toThrow(
    refused(
      'SECRET is not the secret of this database; set it to its previous value, or remove it if DATA_DIR/secrets.json contains the right secret.',
    ),
  );
  writeFileSync(file, right);
  expect(await start()).toHaveLength(32);
});

test('KEY-4: a database created with SECRET is refused without it', async () => {
  expect((await start(given)).toString()).toBe(given);
  await expect(start()).rejects.toThrow(/secrets.json is missing/);
  expect(existsSync(file)).toBe(false);
});

test('every version writes the same check value for a secret, or no older database would open', async () => {
  await start(given);
  expect(await opened.database.select().from(installation)).toMatchObject([
    { secretCheck: 'f9200ec0c775c021a79206fe4e299873aa775b9baf69596dd2068a0998b34855' },
  ]);
});

test('SECRET is rotated in two steps, and a start without a secret of this database is refused', async () => {
  const next = 'another secret of more than thirty-two characters';
  await start(given);
  expect((await openAll(given, next))().map(({ secret }) => secret.toString())).toEqual([given, next]);
  expect(await opened.database.select().from(installation)).toHaveLength(1);
  const [current, other] = (await openAll(next, given))();
  expect([current?.secret.toString(), other?.secret.toString()]).toEqual([next, given]);
  expect([current?.label, other?.label]).toEqual([expect.stringMatching(/^[0-9a-f]{8}\.$/), '']);
  const lacking = expect.stringMatching(
    /^OTHER_SECRETS lacks the secret [0-9a-f]{8}, and without it .* do not work; add it/,
  );
  for (const alone of [given, next])
    await expect(start(alone)).rejects.toThrow(expect.objectContaining({ name: 'StartRefused', message: lacking }));
  await expect(start('x'.repeat(32), 'y'.repeat(32))).rejects.toThrow(/^SECRET is not the secret/);
  expect((await start(given, next)).toString()).toBe(given);
});

test('the start reads secrets.json only if it is complete', { tags: 'long' }, () => {
  const secret = fc.stringMatching(/^[\w-]{43,50}$/);
  fc.assert(
    fc.property(fc.uniqueArray(secret, { minLength: 1, maxLength: 5 }), fc.nat(), (secrets, at) => {
      const whole = JSON.stringify({ secrets });
      expect(parseSecrets(whole)).toEqual(secrets);
      expect(parseSecrets(`${whole}\n`)).toEqual(secrets);
      expect(parseSecrets(whole.slice(0, at % whole.length))).toBeNull();
      expect(parseSecrets(JSON.stringify({ secrets: [...secrets, secrets[0]] }))).toBeNull();
      expect(parseSecrets(JSON.stringify({ secrets: [...secrets, 'short'] }))).toBeNull();
    }),
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(parseSecrets(text)).toBeNull();
    }),
  );
});

test.each([
  ['cut', '{"secrets":["'],
  ['empty', ''],
  ['too short', '{"secrets":["abc"]}'],
  ['no object', 'null'],
  ['of another kind', '{"secrets":[43]}'],
  ['no list', `{"secrets":"${'x'.repeat(43)}"}`],
  ['not alone', `{"secrets":["! ${'x'.repeat(43)}"]}`],
  ['an empty list', '{"secrets":[]}'],
  ['followed by something', `{"secrets":["${'x'.repeat(43)}"]} !`],
])('a secrets.json that is %s is refused with one sentence and not changed', (_, content) => {
  writeFileSync(file, content);
  const read = () => readMasterSecrets(source());
  expect(read).toThrow(refused(`${file} is damaged and has no complete secret; restore the file from its copy.`));
  expect(readFileSync(file, 'utf8')).toBe(content);
});

test('a secrets.json that is a folder is refused', () => {
  mkdirSync(file);
  expect(() => readMasterSecrets(source())).toThrow(
    refused(`${file} cannot be read (EISDIR); restore the file from its copy, readable by this user.`),
  );
});
