// A program with all of our own code, the database, the objects and even the secret, but without the ring of master keys and the keys of
// letters, opens nothing. Its control with them opens everything. STOLEN_VAULTS=1000 runs it at length.
import path from 'node:path';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { letters, vaultKeys } from '../src/database/schema.ts';
import { listFilesAfter } from '../src/files/file-integrity-store.ts';
import { openWords } from '../src/files/file-words.ts';
import { readVerified } from '../src/files/read-verified.ts';
import { createLetterKeys, type LetterKeys } from '../src/keys/letter-keys.ts';
import { createMasterKeys, type Ring } from '../src/keys/master-keys.ts';
import { createVaultKeys, type VaultKeys } from '../src/keys/vault-keys.ts';
import { openLetter } from '../src/letters/sealed-letter.ts';
import { newKey } from '../src/lib/ids.ts';
import { listTexts } from '../src/vaults/vault-text-store.ts';
import { addFile, paidVault, signedIn } from '../testing/people.ts';
import { tablesWith } from '../testing/tables-with.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { makeTestFolder } from '../testing/test-folder.ts';

const count = Number(process.env.STOLEN_VAULTS ?? 10);
const secret = 'under-the-blue-boat';

let app: TestApp;
beforeAll(
  async () => {
    app = await openTestApp();
    for (let number = 0; number < count; number += 5)
      await Promise.all([1, 2, 3, 4, 5].map((next) => number + next <= count && makeVault(number + next)));
  },
  60_000 + count * 5000,
);
afterAll(() => app.close());

async function makeVault(number: number): Promise<void> {
  const owner = await signedIn(app, another(ada, number));
  const form = { message: `Look ${secret} ${number}`, securityQuestion1: `What lies ${secret}?` };
  const { id } = await paidVault(app, owner, { ...form, executorEmail: `edda-${number}@example.com` });
  const bytes = Buffer.from(`the film ${secret}`);
  await addFile(owner, id, { name: `film ${secret} ${number}.mp4`, type: 'video/mp4', bytes });
}

interface Keys {
  vaultKeys: VaultKeys;
  letterKeys: LetterKeys;
}

/** What these keys open, of each kind. */
async function openEverything({ vaultKeys: keys, letterKeys }: Keys) {
  const { database, storage, keyring } = app.services;
  const opened = { vaults: 0, messages: 0, questions: 0, names: 0, files: 0, letters: 0 };
  const attempt = async (kind: keyof typeof opened, open: () => unknown) => {
    const result = await Promise.resolve()
      .then(open)
      .catch(() => null);
    if (result !== null) opened[kind] += 1;
  };
  for (const { vaultId, wrappedKey } of await database.select().from(vaultKeys))
    await attempt('vaults', () => keys.unwrap(wrappedKey, vaultId));
  for (const vault of await listTexts(database, { after: null, max: 2 * count, unsealedOnly: false })) {
    const texts = await keys.textsOf(vault.id, vault.wrappedKey);
    await attempt('messages', () => texts.open('message', vault.message, vault.isSealed));
    for (const { question, isSealed } of vault.questions)
      await attempt('questions', () => texts.open('question', question, isSealed));
    for (const file of vault.files) await attempt('names', () => openWords(texts, file).fileName);
  }
  for (const file of await listFilesAfter(database, null, 2 * count))
    await attempt('files', async () => {
      const bytes = await readVerified({ storage, vaultKeys: keys }, file, { first: 0, last: file.sizeBytes - 1 });
      for await (const _ of bytes);
    });
  for (const { id, sealedContent } of await database.select().from(letters).where(isNotNull(letters.sealedContent)))
    await attempt('letters', () => openLetter({ keyring, letterKeys }, id, sealedContent ?? ''));
  return opened;
}

test('SEALED-1: without the ring and the keys of letters our own code opens nothing, and with them everything', async () => {
  const { clock } = app;
  const waiting = await app.database.$count(letters, isNotNull(letters.sealedContent));
  expect(waiting).toBeGreaterThanOrEqual(count);
  expect(await openEverything(app.services)).toEqual({
    ...{ vaults: count, messages: count, questions: 2 * count, names: count, files: count, letters: waiting },
  });
  const nothing = { vaults: 0, messages: 0, questions: 0, names: 0, files: 0, letters: 0 };
  // Without keys, and with keys of the right names that are not the right ones.
  const current = await app.services.masterKeys.currentName();
  const sameNames: Ring = { current, keys: { [current]: newKey().toString('base64url') } };
  const folder = makeTestFolder();
  const otherKeys = createLetterKeys(path.join(folder, 'others'), clock);
  await otherKeys.seal('letter/1', 'makes a key of today');
  const stolen: { ring: Ring; letterKeys: LetterKeys }[] = [
    { ring: { current: 'none', keys: {} }, letterKeys: createLetterKeys(path.join(folder, 'none'), clock) },
    { ring: sameNames, letterKeys: otherKeys },
  ];
  for (const { ring, letterKeys } of stolen) {
    const keys = createVaultKeys({ masterKeys: createMasterKeys(() => ring), clock, onUnreadable: () => {} });
    expect(await openEverything({ vaultKeys: keys, letterKeys })).toEqual(nothing);
  }
  expect(await tablesWith(app.database, secret)).toEqual([]);
});
