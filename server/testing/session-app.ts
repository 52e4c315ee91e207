// Test harness of sign-in: the session routes on a real database, with a test clock and readable letters.
import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import Fastify, { type InjectOptions, type LightMyRequestResponse } from 'fastify';
import { sendHeaders } from '../src/http/headers.ts';
import { answerProblems } from '../src/http/problem-reply.ts';
import { countTry, uncountTry } from '../src/http/rate-limit-store.ts';
import { createRateLimiter } from '../src/http/rate-limiter.ts';
import { originsOf } from '../src/http/require-our-origin.ts';
import { createRoutes } from '../src/http/routes.ts';
import { createKeyring } from '../src/keys/secret/keyring.ts';
import { openLetter } from '../src/letters/ledger/open-letter.ts';
import type { LetterContent } from '../src/letters/templates/letter-content.ts';
import { createReadOwner } from '../src/people/sessions/read-owner.ts';
import { createSessionCookies } from '../src/people/sessions/session-cookies.ts';
import { sessionRoutes } from '../src/people/sessions/session-routes.ts';
import { navigationRoutes } from '../src/people/sign-in/navigation-routes.ts';
import { signInRoutes } from '../src/people/sign-in/sign-in-routes.ts';
import { twoFactorRoutes } from '../src/people/two-factor/two-factor-routes.ts';
import { listRestoredPlans } from '../src/plans/restored-plans.ts';
import { knownDevices, letters } from '../src/platform/database/schema.ts';
import { createSlowHash, type SlowHash } from '../src/platform/lib/slow-hash.ts';
import { createTestClock } from './test-clock.ts';
import { openTestDatabase } from './test-database.ts';

export type SessionTestApp = Awaited<ReturnType<typeof openSessionTestApp>>;
type Answer = LightMyRequestResponse;

interface Options {
  publicUrl?: string;
  limitFactor?: number;
  /** Replaces the delay before some responses; by default there is none. */
  pause?: () => Promise<void>;
}

export async function openSessionTestApp(options: Options = {}) {
  const { publicUrl = 'http://localhost:3000', limitFactor = 1, pause } = options;
  const opened = await openTestDatabase();
  const { database } = opened;
  const app = Fastify({ trustProxy: true }); // so that a test can choose the network it calls from
  const clock = createTestClock();
  const keyring = createKeyring(randomBytes(32));
  const hashing = countingHash();
  const cookies = createSessionCookies({ publicUrl, keyring });
  const ourOrigins = originsOf(publicUrl);
  const rateLimiter = createRateLimiter({
    clock,
    factor: limitFactor,
    digestKey: (key) => keyring.digest('rate-limit', key),
    countTry: (key, count) => countTry(database, key, count),
    uncountTry: (key) => uncountTry(database, key),
  });
  const base = {
    database,
    keyring,
    clock,
    slowHash: hashing.slowHash,
    cookies,
    publicUrl,
    ourOrigins,
    rateLimiter,
  };
  const readOwner = createReadOwner(base);
  const pauses: number[] = [];
  const needs = {
    ...base,
    readOwner,
    openIdProvider: null,
    log: { warn: () => {} },
    listRestoredPlans,
    restoreHold: { isStillOn: async () => false, difference: () => null },
    productName: 'Keepsake & Co',
    isBreached: () => false,
    letterDomain: 'localhost',
    pause: async (milliseconds: number) => {
      pauses.push(milliseconds);
      await pause?.();
    },
  };
  answerProblems(app, clock);
  sendHeaders(app, { secure: false, styleHashes: [], usesStripe: false });
  const routes = createRoutes({
    app,
    clock,
    rateLimiter,
    ourOrigins,
    publicUrl,
    readOwner,
    isOnHold: async () => false,
    isExchanged: () => false,
  });
  sessionRoutes(routes, needs);
  signInRoutes(routes, needs);
  navigationRoutes(routes, needs);
  twoFactorRoutes(routes, needs);

  const lettersTo = async (email: string): Promise<LetterContent[]> => {
    const theirs = eq(letters.recipient, email.toLowerCase());
    const rows = await database.select().from(letters).where(theirs).orderBy(sql`ctid`); // in the order they were written
    const vaultKeys = { deriveCode: () => Promise.reject(new Error('there is no vault')) };
    return Promise.all(
      rows.map(async ({ facts }) => (await openLetter({ database, keyring, vaultKeys }, facts)).content),
    );
  };
  const send = (method: 'GET' | 'POST', url: string, options: InjectOptions = {}): Promise<Answer> =>
    app.inject({ method, url, ...options, headers: { host: new URL(publicUrl).host, ...options.headers } });
  return {
    ...needs,
    app,
    hashing,
    pauses,
    lettersTo,
    get: (url: string, headers: Record<string, string> = {}) => send('GET', url, { headers }),
    post: (url: string, payload: object, headers: Record<string, string> = {}) =>
      send('POST', url, { payload, headers: { origin: new URL(publicUrl).origin, ...headers } }),
    close: async () => {
      await app.close();
      await opened.close();
    },
  };
}

export const robin = {
  email: 'robin@example.com',
  password: 'a long enough password',
  name: 'Robin',
  lastName: 'Ashe',
  termsAccepted: true,
  isAdult: true,
};

/** Creates an account and confirms it; the session is ended, so that each test signs in on its own. */
export async function openAccount(app: SessionTestApp, person: typeof robin = robin): Promise<void> {
  await app.post('/api/auth/sign-up/email', person);
  const [letter] = await app.lettersTo(person.email);
  const answer = await confirm(app, tokenOf(letter), person.password);
  await app.get('/api/logout', {
    cookie: cookieOf(answer),
    'sec-fetch-site': 'same-origin',
    'sec-fetch-mode': 'navigate',
  });
  await app.database.delete(knownDevices);
}

/** Confirms an address as the page behind the letter does. */
export const confirm = (app: SessionTestApp, token: string, password?: string, headers: Record<string, string> = {}) =>
  app.post('/api/auth/verify-email', { token, ...(password !== undefined && { password }) }, headers);

const givePassword = (app: SessionTestApp, { email, password } = robin, headers: Record<string, string> = {}) =>
  app.post('/api/auth/sign-in/email', { email, password }, headers);

/** Signs in as a person does: in a browser unknown to the account, with the code from the letter. */
export async function signIn(app: SessionTestApp, person = robin, headers: Record<string, string> = {}) {
  const answer = await givePassword(app, person, headers);
  if (answer.json().code !== 'sign-in-code-needed') return answer;
  const cookie = [headers.cookie, cookieOf(answer)].filter(Boolean).join('; ');
  return app.post('/api/auth/sign-in-code', { code: await codeTo(app, person.email) }, { ...headers, cookie });
}

/** The code of the newest letter. */
async function codeTo(app: SessionTestApp, email = robin.email): Promise<string> {
  const letter = (await app.lettersTo(email)).findLast(({ kind }) => kind === 'sign-in-code');
  return letter?.kind === 'sign-in-code' ? letter.facts.code : '';
}

/** The Cookie header a browser would send after this response. */
export const cookieOf = (answer: Answer): string =>
  answer.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ');

/** The path of the link in a letter. */
export function pathOf(letter: LetterContent | undefined): string {
  const facts: object = letter?.facts ?? {};
  const link = 'link' in facts ? String(facts.link) : '';
  const { pathname, search, hash } = new URL(link);
  return pathname + search + hash;
}

export const tokenOf = (letter: LetterContent | undefined): string =>
  new URL(pathOf(letter), 'http://localhost').hash.slice(1);

// Uses the lowest bcrypt cost and counts the calls.
function countingHash() {
  const counted = { times: 0 };
  const counting = (inner: SlowHash): SlowHash => ({
    ...inner,
    hash: (text) => {
      counted.times += 1;
      return inner.hash(text);
    },
    matches: (text, hash) => {
      counted.times += 1;
      return inner.matches(text, hash);
    },
    reserve: (work) => inner.reserve((slowHash) => work(counting(slowHash))),
  });
  return { counted, slowHash: counting(createSlowHash(4)) };
}
