// The library that proves passwords and begins sessions (better-auth), held to a narrow surface: none of its routes is
// mounted, its own opening of accounts is off, and what it is not told here it does not do. What has to stand in one
// transaction with a letter (a new account, a new password) is an operation of ours on the same tables.
import { passwordBytes } from '@remembrance/contract/limits.ts';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { betterAuth } from 'better-auth/minimal';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../database/open-database.ts';
import { accounts, sessions, users, verifications } from '../database/schema.ts';
import { networkOf } from '../http/network.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { Clock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import type { SlowHash } from '../lib/slow-hash.ts';
import type { SessionCookies } from './session-cookies.ts';
import { firstExpiry, sessionDays } from './session-rules.ts';

interface Needs {
  database: Database;
  keyring: Keyring;
  clock: Clock;
  slowHash: SlowHash;
  cookies: SessionCookies;
  publicUrl: string;
  /** Origins whose pages may write here. */
  ourOrigins: ReadonlySet<string>;
}

export type SignInLibrary = ReturnType<typeof createSignInLibrary>;

export function createSignInLibrary(needs: Needs) {
  const { database, keyring, clock, slowHash, cookies, publicUrl, ourOrigins } = needs;
  return betterAuth({
    baseURL: publicUrl,
    secret: keyring.librarySecret('session-cookie'),
    trustedOrigins: [...ourOrigins],
    database: drizzleAdapter(database, {
      provider: 'pg',
      schema: { user: users, session: sessions, account: accounts, verification: verifications },
    }),
    user: { fields: { name: 'firstName', image: 'profileImageUrl' } },
    session: {
      fields: { token: 'sid', expiresAt: 'expire' },
      expiresIn: sessionDays * 86_400,
      disableSessionRefresh: true, // read-owner.ts moves the end of a session
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      requireEmailVerification: true,
      minPasswordLength: passwordBytes.least,
      maxPasswordLength: passwordBytes.most,
      password: {
        hash: (password) => slowHash.hash(password),
        verify: ({ password, hash }) => slowHash.matches(password, hash),
      },
    },
    verification: { storeIdentifier: 'hashed' },
    databaseHooks: {
      session: {
        create: {
          before: async (session, context) => {
            const now = clock.now();
            const ipAddress = context?.headers?.get(networkHeader) ?? null;
            return { data: { ...session, ipAddress, expiresAt: firstExpiry(now), createdAt: now, updatedAt: now } };
          },
        },
      },
    },
    advanced: {
      useSecureCookies: false, // the cookie's name and attributes say it themselves
      cookies: { session_token: cookies.token },
      database: { generateId: () => newId(clock.now()) },
      ipAddress: { disableIpTracking: true }, // it would believe any header; the hook above is told the network
    },
    rateLimit: { enabled: false }, // sign-in-guard.ts and the endpoints' own limits
    telemetry: { enabled: false },
    logger: { disabled: true }, // its lines hold whole addresses; what goes wrong is thrown as well
  });
}

const networkHeader = 'x-network';
const userAgentMost = 500;

/** What the library may know of a request: nothing a caller could use to lie about where they are. */
export function libraryHeaders(request: FastifyRequest): Headers {
  return new Headers({
    cookie: request.headers.cookie ?? '',
    'user-agent': (request.headers['user-agent'] ?? '').slice(0, userAgentMost),
    [networkHeader]: networkOf(request),
  });
}
