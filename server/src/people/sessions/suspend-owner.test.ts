// Suspending an owner signs them out and ends their links, once, and affects nobody else.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openAccount, openSessionTestApp, robin, type SessionTestApp, signIn } from '../../../testing/session-app.ts';
import { accountLinks, sessions, users } from '../../platform/database/schema.ts';
import { findUserByEmail } from '../users/user-store.ts';
import { restoreOwner, suspendOwner } from './suspend-owner.ts';

const ada = { ...robin, email: 'ada@example.com', name: 'Ada' };
let app: SessionTestApp;
beforeEach(async () => {
  app = await openSessionTestApp();
  for (const person of [robin, ada]) {
    await openAccount(app, person);
    await signIn(app, person);
    await app.post('/api/auth/request-password-reset', { email: person.email });
  }
});
afterEach(() => app.close());

const suspend = (email: string) => app.database.transaction((tx) => suspendOwner(app, tx, email));
const restore = (email: string) => app.database.transaction((tx) => restoreOwner(app, tx, email));
const idOf = async ({ email }: typeof robin) => (await findUserByEmail(app.database, email))?.id ?? '';
const letters = async ({ email }: typeof robin) =>
  (await app.lettersTo(email)).filter(({ kind }) => /^account-(suspended|restored)$/.test(kind));

test('an owner is suspended once: their sessions and links end, a letter says so, and nobody else is affected', async () => {
  const [id, other] = [await idOf(robin), await idOf(ada)];
  expect([await suspend(robin.email.toUpperCase()), await suspend(robin.email)]).toEqual([id, null]);
  expect(await app.database.select().from(sessions)).toMatchObject([{ userId: other }]);
  expect(await app.database.select().from(accountLinks)).toMatchObject([{ accountId: other }]);
  expect(await letters(robin)).toMatchObject([{ kind: 'account-suspended', facts: { firstName: 'Robin' } }]);
  expect(await letters(ada)).toEqual([]);
  expect((await findUserByEmail(app.database, robin.email))?.suspendedAt).toEqual(app.clock.now());
  expect((await findUserByEmail(app.database, ada.email))?.suspendedAt).toBeNull();
});

test('a suspension is lifted once, with a letter, and an owner who is not suspended cannot be restored', async () => {
  expect(await restore(robin.email)).toBeNull();
  await suspend(robin.email);
  expect([await restore(robin.email), await restore(robin.email)]).toEqual([await idOf(robin), null]);
  expect((await letters(robin)).at(-1)).toMatchObject({ kind: 'account-restored', facts: { firstName: 'Robin' } });
  expect(await letters(robin)).toHaveLength(2);
  expect((await signIn(app)).statusCode).toBe(200);
});

test('the letters to an owner without a name contain no name', async () => {
  await app.database.update(users).set({ firstName: null });
  await suspend(robin.email);
  await restore(robin.email);
  expect((await letters(robin)).map(({ facts }) => facts)).toEqual([{ firstName: '' }, { firstName: '' }]);
});

test('if no account has the address, nobody is suspended or restored', async () => {
  expect([await suspend('nobody@example.com'), await restore('nobody@example.com')]).toEqual([null, null]);
});
