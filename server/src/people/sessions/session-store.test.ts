// The sessions in the database: every read, proof, extension and end affects only one session, or those of one owner.
import { asc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestClock, type TestClock } from '../../../testing/test-clock.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { sessions, users } from '../../platform/database/schema.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { newId } from '../../platform/lib/ids.ts';
import { findSessionWithVaults } from '../../vaults/vault/vault-store.ts';
import { insertUser, setSuspended } from '../users/user-store.ts';
import * as store from './session-store.ts';

let opened: OpenDatabase;
let clock: TestClock;
let ada: string;
let robin: string;
beforeEach(async () => {
  opened = await openTestDatabase();
  clock = createTestClock();
  [ada, robin] = [await newAccount('Ada'), await newAccount('Robin')];
  for (const sid of ['first', 'second']) await begin(ada, sid);
  await begin(robin, 'other');
});
afterEach(() => opened.close());

const inside = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => opened.database.transaction(work);
async function newAccount(firstName: string): Promise<string> {
  const now = clock.now();
  const email = `${firstName.toLowerCase()}@example.com`;
  await inside((tx) => insertUser(tx, { id: newId(now), email, firstName, lastName: 'Ashe', termsAcceptedAt: now }));
  const [user] = await opened.database.select().from(users).where(eq(users.email, email));
  return user?.id ?? '';
}
const begin = (userId: string, sid: string) => {
  const now = clock.now();
  const session = { id: newId(now), sid, userId, expire: new Date(now.getTime() + 60_000), createdAt: now };
  return inside((tx) =>
    store.insertSession(tx, { ...session, updatedAt: now, userAgent: sid, ipAddress: '192.0.2.7' }),
  );
};
const all = () => opened.database.select().from(sessions).orderBy(asc(sessions.sid));
const left = async () => (await all()).map(({ sid }) => sid);
const idOf = async (sid: string) => (await all()).find((session) => session.sid === sid)?.id ?? '';
const find = (sid: string) => store.findSession(opened.database, sid, clock.now());
const findWithVaults = (sid: string) => findSessionWithVaults(opened.database, sid, clock.now());

test('a session identifies its owner until its last moment, but not while the owner is suspended', {
  tags: 'long',
}, async () => {
  expect(await find('first')).toEqual({
    sessionId: await idOf('first'),
    id: ada,
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Ashe',
    profileImageUrl: null,
    timeZone: 'UTC',
    contentFrom: null,
    tokenName: null,
    provenAt: null,
    createdAt: clock.now(),
    expire: new Date(clock.now().getTime() + 60_000),
  });
  expect(await find('third')).toBeNull();
  await inside((tx) => setSuspended(tx, ada, clock.now(), clock.now()));
  expect([await find('first'), (await find('other'))?.id]).toEqual([null, robin]);
  expect([await findWithVaults('first'), (await findWithVaults('other'))?.id]).toEqual([null, robin]);
  await inside((tx) => setSuspended(tx, ada, null, clock.now()));
  clock.pass({ seconds: 59 });
  expect([await find('first'), await findWithVaults('first')]).not.toContain(null);
  clock.pass({ seconds: 1 });
  expect([await find('first'), await findWithVaults('first')]).toEqual([null, null]);
});

test('a proof is written only to its session, and to no expired one', async () => {
  const id = await idOf('first');
  expect(await store.markProven(opened.database, id, clock.now())).toBe(true);
  expect((await all()).map(({ provenAt }) => provenAt)).toEqual([clock.now(), null, null]);
  await store.endSession(opened.database, ['first']);
  expect(await store.markProven(opened.database, id, clock.now())).toBe(false);
});

test('a visit extends only its session, and never shortens it', async () => {
  const [begun, end] = [clock.now(), new Date(clock.now().getTime() + 120_000)];
  clock.pass({ seconds: 5 });
  await store.extendSession(opened.database, await idOf('first'), end, clock.now());
  clock.pass({ seconds: 5 });
  await store.extendSession(opened.database, await idOf('first'), new Date(end.getTime() - 1), clock.now());
  const [first, ...others] = await all();
  expect(first).toMatchObject({ expire: end, updatedAt: new Date(begun.getTime() + 5000) });
  for (const { updatedAt } of others) expect(updatedAt).toEqual(begun);
});

test('ACCT-4: owners see their own unexpired sessions, most recently used first', async () => {
  const [begun, later] = [clock.now(), new Date(clock.now().getTime() + 90_000)];
  clock.pass({ seconds: 30 });
  await store.extendSession(opened.database, await idOf('first'), later, clock.now());
  const shown = { network: '192.0.2.7', createdAt: begun, tokenName: null };
  expect(await store.listSessionsOf(opened.database, ada, clock.now())).toEqual([
    { ...shown, id: await idOf('first'), userAgent: 'first', lastSeenAt: clock.now() },
    { ...shown, id: await idOf('second'), userAgent: 'second', lastSeenAt: begun },
  ]);
  clock.pass({ seconds: 30 });
  expect(await store.listSessionsOf(opened.database, ada, clock.now())).toMatchObject([{ userAgent: 'first' }]);
});

test("only a session's own owner can find or end it", async () => {
  const id = await idOf('first');
  const { database } = opened;
  expect(await store.findSessionOf(database, ada, id)).toEqual({ createdAt: clock.now(), sess: null });
  expect(await store.findSessionOf(database, robin, id)).toBeNull();
  expect([await store.endSessionOf(database, robin, id), await left()]).toEqual([null, ['first', 'other', 'second']]);
  expect([await store.endSessionOf(database, ada, id), await left()]).toEqual([
    { userAgent: 'first', tokenName: null },
    ['other', 'second'],
  ]);
  expect([await store.endSessionOf(database, ada, id), await store.findSessionOf(database, ada, id)]).toEqual([
    null,
    null,
  ]);
});

test('an owner ends one session, all but one, or all, and nobody else is signed out', async () => {
  await begin(ada, 'third');
  await store.endSession(opened.database, ['third']);
  expect(await left()).toEqual(['first', 'other', 'second']);
  await store.endOtherSessionsOf(opened.database, ada, await idOf('second'));
  expect(await left()).toEqual(['other', 'second']);
  await inside((tx) => store.endSessionsOf(tx, ada));
  expect(await left()).toEqual(['other']);
});

test('the nightly removal deletes a session when it expires, and not a second earlier', async () => {
  clock.pass({ seconds: 59 });
  await begin(robin, 'later');
  await store.deleteExpiredSessions(opened.database, clock.now());
  expect(await left()).toEqual(['first', 'later', 'other', 'second']);
  clock.pass({ seconds: 1 });
  await store.deleteExpiredSessions(opened.database, clock.now());
  expect(await left()).toEqual(['later']);
});

test('signing everybody out leaves no session', async () => {
  await store.endAllSessions(opened.database);
  expect(await left()).toEqual([]);
});

test('a session stored under a previous secret is found, and from then on stored under the current one', async () => {
  const id = await idOf('first');
  const found = await store.findBySid(opened.database, ['renewed', 'first'], find);
  expect(found).toMatchObject({ sessionId: id, id: ada });
  expect(await left()).toEqual(['other', 'renewed', 'second']);
});
