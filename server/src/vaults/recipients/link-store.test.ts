// Links of the journal in a restored database.
import { ada } from '@remembrance/contract/testing/cast.ts';
import { asc } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { releasedVault, signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { accessVerifications } from '../../platform/database/schema.ts';
import { daysLater } from '../../platform/lib/clock.ts';
import { newId } from '../../platform/lib/ids.ts';
import { putLinkState } from './link-store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('a journal link is added, updated if it is known, and skipped if its vault is gone', async () => {
  const vault = await releasedVault(app, await signedIn(app, ada));
  const links = () => app.database.select().from(accessVerifications).orderBy(asc(accessVerifications.createdAt));
  const [first] = await links();
  if (!first) throw new Error('the vault has no link');
  const [createdAt, expiresAt] = [daysLater(app.clock.now(), 1), daysLater(app.clock.now(), 2)];
  const put = (linkId: string, verificationToken: string, vaultId = vault.id) => {
    const times = { createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
    return app.database.transaction((tx) => putLinkState(tx, linkId, { vaultId, verificationToken, ...times }));
  };
  const id = newId(createdAt);
  const added = {
    id,
    vaultId: vault.id,
    email: vault.recipientEmail,
    verificationToken: 'second',
    createdAt,
    expiresAt,
  };

  expect(await put(id, 'second')).toBe(true);
  expect(await links()).toEqual([first, { ...first, ...added, verified: false, securityAnswersProvided: false }]);

  expect(await put(first.id, 'first again')).toBe(true);
  expect(await links()).toMatchObject([{ ...first, verificationToken: 'first again', expiresAt }, added]);

  expect(await put(newId(createdAt), 'second')).toBe(true); // a repeated release gives it a new id
  expect(await put(newId(createdAt), 'third', newId(createdAt))).toBe(false);
  expect((await links()).map(({ verificationToken }) => verificationToken)).toEqual(['first again', 'second']);
});

test('a link that a repeated release created with another id ends at the time in the journal', async () => {
  const [first] = await app.database.select().from(accessVerifications).limit(1);
  if (!first) throw new Error('there is no link');
  const { vaultId, verificationToken, createdAt } = first;
  const expiresAt = daysLater(createdAt, 5);
  const state = { vaultId, verificationToken, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
  await app.database.transaction((tx) => putLinkState(tx, newId(createdAt), state));
  const links = await app.database.select().from(accessVerifications);
  expect(links.find(({ id }) => id === first.id)).toEqual({ ...first, expiresAt });
});
