// An executor's actions with the code from their letter: see a summary, release the vault once, reopen the questions.
import * as z from 'zod/mini';
import { largestNumber } from './activity.ts';
import { endpoint } from './endpoint.ts';
import { lengths } from './limits.ts';
import { vaultStatuses } from './vaults.ts';

export const codeMissing = 'Please enter your executor access code';

const accessCode = z
  .string(codeMissing)
  .check(z.trim(), z.minLength(1, codeMissing), z.maxLength(lengths.accessCode, 'Invalid access code'));
const codeBody = z.strictObject({ accessCode });
const vaultParam = z.strictObject({ vaultId: z.string() });
/** If named, the vault is released only if so many of its releases were undone: a request that is repeated late must not release it again. */
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
  summary: 'Releases the vault. Of any number of simultaneous releases exactly one succeeds.',
  access: 'anyone',
  limit: guessable,
  params: vaultParam,
  body: releaseBody,
  reply: z.object({ vaultId: z.string(), releasedAt: z.string() }),
  refusals: ['access-code-refused', 'already-released', 'release-undone'],
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
