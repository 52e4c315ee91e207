// Reading the signed-in owner from a request, and when sessions expire.
import { randomBytes } from 'node:crypto';
import { anyCharacter } from '@remembrance/contract/testing/any-character.ts';
import { inArray } from 'drizzle-orm';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { countStatements } from '../../../testing/count-statements.ts';
import {
  cookieOf,
  openAccount,
  openSessionTestApp,
  robin,
  type SessionTestApp,
  signIn,
} from '../../../testing/session-app.ts';
import { createKeyring } from '../../keys/secret/keyring.ts';
import { sessions, users } from '../../platform/database/schema.ts';
import { createSessionCookies } from './session-cookies.ts';

let app: SessionTestApp;
let cookie: string;
beforeEach(async () => {
  app = await openSessionTestApp();
  await openAccount(app);
  cookie = cookieOf(await signIn(app));
});
afterEach(() => app.close());

const read = async (header: string) => (await app.readOwner({ headers: { cookie: header } } as never)) ?? null;

describe('only a signed cookie with a session row identifies the owner', () => {
  test('a valid session identifies its owner', { tags: 'long' }, async () => {
    const owner = await read(cookie);
    expect(owner).toMatchObject({ email: robin.email });
    expect(await read(`a=1; ${cookie} ; session_hint=1`)).toEqual(owner);
  });

  test('the owner is read with the time of the last proof, or of the sign-in if there was no proof since', {
    tags: 'long',
  }, async () => {
    const signedInAt = app.clock.now();
    app.clock.pass({ minutes: 5 });
    await app.database.update(sessions).set({ createdAt: signedInAt, provenAt: null });
    expect((await read(cookie))?.provenAt).toEqual(signedInAt);
    await app.database.update(sessions).set({ provenAt: app.clock.now() });
    expect((await read(cookie))?.provenAt).toEqual(app.clock.now());
  });

  test('an expired session identifies nobody', { tags: 'long' }, async () => {
    await app.database.update(sessions).set({ expire: app.clock.now() });
    expect(await read(cookie)).toBeNull();
  });

  test('a deleted session or a deleted owner identifies nobody', async () => {
    await app.database.delete(sessions);
    expect(await read(cookie)).toBeNull();
    const again = cookieOf(await signIn(app));
    await app.database.delete(users);
    expect(await read(again)).toBeNull();
  });

  test('the table stores a keyed digest of the token, from which no cookie can be made', { tags: 'long' }, async () => {
    const [session] = await app.database.select().from(sessions);
    expect(cookie).not.toContain(session?.sid);
    const [line = ''] = app.cookies.newSession(session?.sid ?? '', 'x');
    expect(await read(line.split(';')[0] ?? '')).toBeNull();
  });

  test('a cookie signed with another secret identifies nobody', async () => {
    const [session] = await app.database.select().from(sessions);
    const foreign = createSessionCookies({ publicUrl: app.publicUrl, keyring: createKeyring(randomBytes(32)) });
    const token = cookie.split('; ')[0]?.split('=')[1]?.split('.')[0] ?? '';
    expect(app.cookies.sidOf(token)).toBe(session?.sid);
    const [line = ''] = foreign.newSession(token, 'x');
    expect(await read(line.split(';')[0] ?? '')).toBeNull();
  });

  test('no other cookie value identifies the owner', async () => {
    const value = decodeURIComponent(cookie.split('; ')[0]?.split('=').slice(1).join('=') ?? '');
    const [token = '', signature = ''] = value.split('.');
    const forged = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 100 }),
      // The test keeps the last two characters unchanged: in base64 some of their bits are unused.
      fc.nat(value.length - 3).map((at) => value.slice(0, at) + (value[at] === 'A' ? 'B' : 'A') + value.slice(at + 1)),
      fc.constantFrom(
        token,
        `${token}.`,
        `.${signature}`,
        `${token}.${signature}${signature}`,
        `${token}x.${signature}`,
        `${token}.${Buffer.alloc(32).toString('base64')}`,
        '',
        '"',
        '%',
      ),
    );
    const encoded = forged.map((text) => (text.isWellFormed() ? encodeURIComponent(text) : text.toWellFormed()));
    const headers = encoded.map((text) => `vault_session=${text.replace(/[^\x21-\x7e]/g, '?')}`);
    await fc.assert(
      fc.asyncProperty(headers, async (header) => {
        expect(await read(header)).toBeNull();
      }),
      { numRuns: 300 },
    );
  });
});

describe('a session expires', () => {
  const isSignedIn = async () => (await app.get('/api/auth/user', { cookie })).statusCode === 200;
  const expiry = async () => (await app.database.select().from(sessions))[0]?.expire.getTime();

  test('a session expires after seven days without a visit', { tags: 'long' }, async () => {
    app.clock.pass({ days: 6, hours: 23 });
    expect(await isSignedIn()).toBe(true);
    app.clock.pass({ days: 6, hours: 23 });
    expect(await isSignedIn()).toBe(true);
    app.clock.pass({ days: 7, hours: 1 });
    expect(await isSignedIn()).toBe(false);
  });

  test('a session expires after thirty days in any case', { tags: 'long' }, async () => {
    let days = 0;
    while (await isSignedIn()) {
      app.clock.pass({ days: 1 });
      days += 1;
    }
    expect(days).toBe(30);
  });

  test('visits update its expiry at most once a day', { tags: 'long' }, async () => {
    const first = await expiry();
    app.clock.pass({ hours: 23 });
    expect(await countStatements(() => read(cookie))).toHaveLength(1);
    expect(await expiry()).toBe(first);
    app.clock.pass({ hours: 1 });
    await Promise.all([isSignedIn(), isSignedIn()]);
    expect(await expiry()).toBe((first ?? 0) + 86_400_000);
  });

  test('a visit does not revive a session that was ended in the meantime', async () => {
    app.clock.pass({ days: 2 });
    await Promise.all([
      ...Array.from({ length: 5 }, isSignedIn),
      app.database.delete(sessions).where(inArray(sessions.sid, app.cookies.readSids({ headers: { cookie } }) ?? [])),
    ]);
    expect(await isSignedIn()).toBe(false);
    expect(await app.database.select().from(sessions)).toEqual([]);
  });
});
