// An executor's actions with the code from their letter: see a summary, release the vault once, reopen the questions.
import * as z from 'zod/mini';
import { accessCode } from './access-code.ts';
import { largestNumber } from './activity.ts';
import { delivery } from './delivery.ts';
import { endpoint } from './endpoint.ts';
import { followUp } from './follow-up.ts';
import { lengths } from './limits.ts';
import { orBlank, plainNote } from './text.ts';
import { vaultStatuses } from './vaults.ts';

const codeBody = z.strictObject({ accessCode });
const vaultParam = z.strictObject({ vaultId: z.string() });
/** A request for a release, as an executor sees it. The states after `waiting` have ended. */
export const releaseRequest = z.object({
  state: z.enum(['asked', 'waiting', 'stopped', 'objected', 'lapsed', 'ended']),
  /** Null if nobody asked: the owner did not answer a check-in, and had chosen that. */
  askedBy: z.nullable(z.string()),
  /** Whether this executor asked. */
  isMine: z.boolean(),
  askedAt: z.string(),
  agreedBy: z.nullable(z.string()),
  /** When it lapses if it is only asked for, or releases if it waits. */
  dueAt: z.string(),
  endedAt: z.nullable(z.string()),
  /** The executor who objected, and why in their own words. */
  endedBy: z.nullable(z.string()),
  reason: z.string(),
});
export type ReleaseRequest = z.output<typeof releaseRequest>;

/** What the owner chose for a release by an executor. */
export const releaseChoice = z.object({
  waitHours: z.int(),
  /** Whether a second executor must agree. False while there is only one. */
  mustAgree: z.boolean(),
  request: z.nullable(releaseRequest),
});
export type ReleaseChoice = z.output<typeof releaseChoice>;

/** If present, the vault is released only if its owner has undone exactly this many releases: a late repetition of a request must not release it again. */
const releaseBody = z.strictObject({
  ...codeBody.shape,
  releasesUndone: z.optional(z.int().check(z.minimum(0), z.maximum(largestNumber))),
});
const guessable = { tries: 60, seconds: 60, durable: true };

export const vaultSummary = z.object({
  id: z.string(),
  title: z.string(),
  createdAt: z.string(),
  status: z.enum(vaultStatuses),
  releasedAt: z.nullable(z.string()),
  recipientName: z.string(),
  recipientEmail: z.string(),
  /** The owner's note for this executor, as plain text. */
  note: z.string(),
  /** The vault's owner, who is also named in the letter with the code. */
  ownerName: z.string(),
  /** Whether the owner used the account in the last 30 days: nothing more is said of when. */
  wasOwnerHere: z.boolean(),
  /** The last email with a link to the recipient, and whether it was opened; missing before the release. */
  delivery: z.optional(delivery),
  /** What the executor can do if it is not opened; missing before the release, and if the owner did not choose it. */
  followUp: z.optional(followUp),
  /** Missing if a press releases the vault at once. */
  release: z.optional(releaseChoice),
  /** How many releases of this vault its owner has undone, if any. A release names it. */
  releasesUndone: z.optional(z.int()),
});
export type VaultSummary = z.output<typeof vaultSummary>;

export const verifyExecutor = endpoint({
  method: 'POST',
  path: '/api/executor/verify',
  summary: 'The summary of the vault that belongs to a code. Every invalid code gets the same reply in the same time.',
  access: 'anyone',
  limit: guessable,
  body: codeBody,
  reply: vaultSummary,
  refusals: ['access-code-refused'],
});

export const releaseVault = endpoint({
  method: 'POST',
  path: '/api/executor/release/:vaultId',
  summary:
    'Releases the vault. Of any number of simultaneous releases exactly one succeeds. If the owner chose a wait, or that two executors agree, it asks for the release or agrees to it.',
  access: 'anyone',
  limit: guessable,
  params: vaultParam,
  body: releaseBody,
  reply: z.object({
    vaultId: z.string(),
    /** Missing if it is not released yet. */
    releasedAt: z.optional(z.string()),
    release: z.optional(releaseChoice),
  }),
  refusals: ['access-code-refused', 'already-released', 'release-undone', 'others-may-ask'],
});

export const objectToRelease = endpoint({
  method: 'POST',
  path: '/api/executor/object/:vaultId',
  summary: 'Ends a request for the release, by an executor who objects or by the one who asked. Everybody is notified.',
  access: 'anyone',
  limit: guessable,
  params: vaultParam,
  body: z.strictObject({ accessCode, reason: orBlank(plainNote(lengths.objectionReason)) }),
  reply: z.object({ release: z.nullable(releaseChoice) }),
  refusals: ['access-code-refused', 'no-open-request', 'objected-already'],
});

export const reopenQuestionsByExecutor = endpoint({
  method: 'POST',
  path: '/api/executor/reopen-questions/:vaultId',
  summary:
    "Reopens a released vault's questions after too many wrong answers, and mails a fresh link. Open questions do not change.",
  access: 'anyone',
  limit: guessable,
  params: vaultParam,
  body: codeBody,
  reply: z.object({
    /** False if they were open already; then no letter was mailed. */
    reopened: z.boolean(),
  }),
  refusals: ['access-code-refused', 'not-released', 'reopenings-used-up'],
});
