// The keys of the journal: created once, the same for every process, and protected from unnoticed replacement by the service's database
// role.
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { releasedVault, signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createKeyring } from '../../keys/secret/keyring.ts';
import { createDatabase, openPool } from '../../platform/database/open-database.ts';
import { installation } from '../../platform/database/schema.ts';
import { newKey } from '../../platform/lib/ids.ts';
import { createJournal } from './journal.ts';
import { createJournalFolder } from './journal-folder.ts';
import { keysFrom, openJournalKeys } from './journal-keys.ts';
import { openRestoreHold } from './restore-hold.ts';

let app: TestApp;
/** Of a start that is another process: the running service takes a connection that shows another key for another database's. */
let pool: pg.Pool;
beforeEach(async () => {
  app = await openTestApp();
  pool = openPool(app.ownerConnection ?? {}, { poolSize: 3, log: () => {} });
});
afterEach(async () => {
  await pool.end();
  await app.close();
});

const { publicKey: ofAnother } = keysFrom(newKey());
const open = () => openJournalKeys({ ...app.services, database: createDatabase(pool) });
const refused = expect.objectContaining({
  name: 'StartRefused',
  message: expect.stringMatching(/^The key that signs the journal was replaced/),
});

test('the key is created once, however many starts there are, and its secret half is never stored in plain form', {
  tags: 'long',
}, async () => {
  await app.database.update(installation).set({ publicKey: null, sealedSeed: null });
  const opened = await Promise.all([1, 2, 3].map(open));
  const [row] = await app.database.select().from(installation);
  for (const keys of opened) {
    expect(keys.publicKey).toBe(row?.publicKey);
    expect(keys.isSigned('text', (await open()).sign('text'))).toBe(true);
  }
  expect(opened[0]?.open('place', opened[1]?.seal('place', 'Rosa') ?? '')).toBe('Rosa');
  expect(() => opened[0]?.open('elsewhere', opened[1]?.seal('place', 'Rosa') ?? '')).toThrow();
  expect(row?.sealedSeed).toMatch(/^eyJ/);
});

test('a start is refused if somebody put a key into the database, because only the secret opens ours', {
  tags: 'long',
}, async () => {
  const forged = await createKeyring(Buffer.alloc(32, 1)).seal('journal-seed', newKey().toString('base64url'));
  await app.database.update(installation).set({ sealedSeed: forged });
  await expect(open()).rejects.toThrow(refused);
});

test('a start is refused if the database contains another public half', async () => {
  await app.database.update(installation).set({ publicKey: ofAnother });
  await expect(open()).rejects.toThrow(refused);
});

test('if the key was removed, a new one does not open the existing journal', { tags: 'long' }, async () => {
  await releasedVault(app, await signedIn(app, another(ada, 1)));
  await app.services.writeJournal();
  await app.database.update(installation).set({ publicKey: null, sealedSeed: null });
  const { place: folder } = app.services.journalFile;
  const journalFile = createJournal(createJournalFolder(folder), await open());
  await expect(openRestoreHold({ ...app.services, journalFile })).rejects.toThrow('signed with another key');
  await expect(journalFile.append({ entries: [], at: new Date(), changeIds: [] }, 0, async () => {})).rejects.toThrow(
    'another key',
  );
  expect((await app.services.journalFile.readLast())?.position).toBeGreaterThan(1);
});
