import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sessions, users } from '../database/schema.ts';
import { createKeyring } from '../keys/keyring.ts';
import {
  cookieOf,
  openAccount,
  openSessionTestApp,
  robin,
  type SessionTestApp,
  signIn,
} from '../testing/session-app.ts';
import { createSessionCookies } from './session-cookies.ts';
import { createSignInLibrary } from './sign-in-library.ts';

let app: SessionTestApp;
let cookie: string;
beforeEach(async () => {
  app = await openSessionTestApp();
  await openAccount(app);
  cookie = cookieOf(await signIn(app));
});
afterEach(() => app.close());

/** Who it is by our reading and by the library's own. */
async function readBoth(header: string, { library } = app) {
  const ours = await app.readOwner({ headers: { cookie: header } } as never);
  const theirs = await library.api.getSession({ headers: new Headers({ cookie: header }) });
  return [
    ours && { id: ours.id, email: ours.email, sessionId: ours.sessionId },
    theirs && { id: theirs.user.id, email: theirs.user.email, sessionId: theirs.session.id },
  ];
}

describe('SES-27: who is asking is read as the library reads it', () => {
  test('for a session that lives', async () => {
    const [ours, theirs] = await readBoth(cookie);
    expect(ours).toMatchObject({ email: robin.email });
    expect(theirs).toEqual(ours);
    const among = `a=1; ${cookie} ; session_hint=1`;
    expect(await readBoth(among)).toEqual([ours, ours]);
  });

  test('for one that has expired', async () => {
    await app.database.update(sessions).set({ expire: new Date(Date.now() - 1000) });
    expect(await readBoth(cookie)).toEqual([null, null]);
  });

  test('for one that was deleted, and one whose owner was', async () => {
    await app.database.delete(sessions);
    expect(await readBoth(cookie)).toEqual([null, null]);
    const again = cookieOf(await signIn(app));
    await app.database.delete(users);
    expect(await readBoth(again)).toEqual([null, null]);
  });

  test('for one signed with another secret', async () => {
    const keyring = createKeyring(randomBytes(32));
    const cookies = createSessionCookies({ publicUrl: app.publicUrl, keyring });
    const library = createSignInLibrary({ ...app, keyring, cookies });
    const headers = new Headers({ 'x-network': '192.0.2.1' });
    const body = { email: robin.email, password: robin.password };
    const foreign = (await library.api.signInEmail({ body, headers, returnHeaders: true })).headers.getSetCookie()[0];
    expect(await readBoth(foreign?.split(';')[0] ?? '')).toEqual([null, null]);
  });

  test('for anything else a cookie may hold', async () => {
    const value = decodeURIComponent(cookie.split('; ')[0]?.split('=').slice(1).join('=') ?? '');
    const [token = '', signature = ''] = value.split('.');
    const forged = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 100 }),
      // Not the last two signs: there base64 has bits without meaning, where the library reads on and we refuse.
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
        expect(await readBoth(header)).toEqual([null, null]);
      }),
      { numRuns: 300 },
    );
  });
});

describe('SES-28: a session ends', () => {
  const isSignedIn = async () => (await app.get('/api/auth/user', { cookie })).statusCode === 200;
  const expiry = async () => (await app.database.select().from(sessions))[0]?.expire.getTime();

  test('after seven days without a visit', async () => {
    app.clock.pass({ days: 6, hours: 23 });
    expect(await isSignedIn()).toBe(true);
    app.clock.pass({ days: 6, hours: 23 });
    expect(await isSignedIn()).toBe(true);
    app.clock.pass({ days: 7, hours: 1 });
    expect(await isSignedIn()).toBe(false);
  });

  test('after thirty days whatever happens', async () => {
    let days = 0;
    while (await isSignedIn()) {
      app.clock.pass({ days: 1 });
      days += 1;
    }
    expect(days).toBe(30);
  });

  test('and visits write its end at most once a day', async () => {
    const first = await expiry();
    app.clock.pass({ hours: 23 });
    await isSignedIn();
    expect(await expiry()).toBe(first);
    app.clock.pass({ hours: 1 });
    await Promise.all([isSignedIn(), isSignedIn()]);
    expect(await expiry()).toBe((first ?? 0) + 86_400_000);
  });

  test('and a visit does not bring back one that was ended meanwhile', async () => {
    app.clock.pass({ days: 2 });
    await Promise.all([
      ...Array.from({ length: 5 }, isSignedIn),
      app.database.delete(sessions).where(eq(sessions.sid, app.cookies.readToken({ headers: { cookie } }) ?? '')),
    ]);
    expect(await isSignedIn()).toBe(false);
    expect(await app.database.select().from(sessions)).toEqual([]);
  });
});
