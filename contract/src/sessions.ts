// An owner's sessions, and who is signed in.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { lengths } from './limits.ts';
import { line, tooLong } from './text.ts';

export const user = z.object({
  id: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  email: z.string(),
  profileImageUrl: z.nullable(z.string()),
});
export type User = z.output<typeof user>;

export const ownPassword = z
  .string('Please enter your password')
  .check(
    z.minLength(1, 'Please enter your password'),
    z.maxLength(lengths.typedPassword, tooLong(lengths.typedPassword)),
  );

export const getUser = endpoint({
  method: 'GET',
  path: '/api/auth/user',
  summary: 'The signed-in owner.',
  access: 'owner',
  reply: user,
});

export const passkeyFacts = z.object({ name: z.string(), createdAt: z.string(), lastUsedAt: z.nullable(z.string()) });

export const session = z.object({
  id: z.string(),
  /** The browser and operating system, in plain words. */
  device: z.string(),
  network: z.nullable(z.string()),
  createdAt: z.string(),
  /** Accurate to the day. */
  lastSeenAt: z.string(),
  isCurrent: z.boolean(),
});
export type Session = z.output<typeof session>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/account/sessions',
  summary: 'Where the owner is signed in, the current session first.',
  access: 'owner',
  reply: z.array(session),
});

export const createToken = endpoint({
  method: 'POST',
  path: '/api/account/tokens',
  summary:
    'Creates a read-only token for a program, and notifies the owner of it. It is shown once, listed with the sessions, and ends like one.',
  access: 'owner',
  proof: 'always',
  proofReason: 'A token can read everything in your account.',
  limit: { tries: 10, seconds: 3600, durable: true },
  body: z.strictObject({ name: line(lengths.name, 'Please enter a name') }),
  reply: z.object({ id: z.string(), token: z.string() }),
});

const endingReason = 'Nobody else at this browser should be able to sign you out elsewhere.';

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions/:id',
  summary: 'Signs one browser out, and notifies the owner of it.',
  access: 'owner',
  proof: 'always',
  proofReason: endingReason,
  worksOnHold: true,
  params: z.object({ id: z.string() }),
  refusals: ['session-not-found'],
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions',
  summary: 'Signs out every browser but this one, and notifies the owner of it.',
  access: 'owner',
  proof: 'always',
  proofReason: endingReason,
  worksOnHold: true,
});

export const knownBrowser = z.object({
  id: z.string(),
  /** The browser and operating system, in plain words. */
  device: z.string(),
  createdAt: z.string(),
  /** When it last signed in. */
  lastSeenAt: z.string(),
  isCurrent: z.boolean(),
});
export type KnownBrowser = z.output<typeof knownBrowser>;

export const listKnownBrowsers = endpoint({
  method: 'GET',
  path: '/api/account/browsers',
  summary: 'The browsers in which the password needs no code from the mailbox, the last used first.',
  access: 'owner',
  reply: z.array(knownBrowser),
});

export const forgetBrowser = endpoint({
  method: 'DELETE',
  path: '/api/account/browsers/:id',
  summary: 'Forgets a known browser: its next sign-in needs a code from the mailbox again.',
  access: 'owner',
  proof: 'always',
  proofReason: endingReason,
  params: z.object({ id: z.string() }),
  refusals: ['browser-not-found'],
});
