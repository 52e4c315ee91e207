// What owners without a payment store is limited for a network and for all of them. A payment always makes room.
import { api } from '@remembrance/contract/api.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { draftVault, paidVault, signedIn, uploadFile } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { rateLimits } from '../../platform/database/schema.ts';
import { daysLater } from '../../platform/lib/clock.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ RATE_LIMIT_FACTOR: '1', TRIAL_STORAGE_GB: '5', OPERATOR_EMAIL: 'op@keep.example' });
});
afterAll(() => app.close());

const declared = { fileName: 'a.txt', mimeType: 'text/plain', fileType: 'document', isPending: false } as const;
const keyOf = (key: string) => app.services.keyring.digest('rate-limit', key);
const [ofNetwork, ofAll] = ['trial megabytes from 127.0.0.1', 'trial megabytes of all owners'];
const read = async (key: string) =>
  (
    await app.database
      .select()
      .from(rateLimits)
      .where(eq(rateLimits.key, keyOf(key)))
  )[0]?.tries;
const set = (key: string, tries: number) =>
  app.database
    .update(rateLimits)
    .set({ tries, windowEndsAt: daysLater(app.clock.now(), 30) })
    .where(eq(rateLimits.key, keyOf(key)));

test('ABUSE-11: files without a payment are limited for a network and in all, the operator gets one letter, and a payment makes room', async () => {
  const owner = await signedIn(app, another(ada, 1));
  const { id } = await draftVault(owner);
  const file = { name: 'a.txt', type: 'text/plain', bytes: Buffer.alloc(1024 ** 2 + 1) };
  await uploadFile(owner, id, file);
  expect([await read(ofNetwork), await read(ofAll)]).toEqual([2, 2]);
  const refused = () => owner.refused(api.requestUpload, { params: { id }, body: declared });
  await set(ofNetwork, 1024);
  expect(await refused()).toMatchObject({ code: 'trial-storage-full' });
  await set(ofNetwork, 0);
  await set(ofAll, 5 * 1024);
  expect(await refused()).toMatchObject({
    code: 'trial-storage-full',
    retryAt: daysLater(app.clock.now(), 30).toISOString(),
  });
  const notices = (await app.lettersTo('op@keep.example')).map(({ facts }) => 'what' in facts && facts.what);
  expect(notices).toEqual(['The room for files of owners without a payment is used up']);

  await paidVault(app, owner);
  await uploadFile(owner, id, file);
  expect(await read(ofAll)).toBe(5 * 1024);
  const newcomer = await signedIn(app, another(ada, 2));
  const theirs = await draftVault(newcomer);
  await set(ofAll, 5 * 1024 - 1);
  await uploadFile(newcomer, theirs.id, file); // nobody knows its size before
});
