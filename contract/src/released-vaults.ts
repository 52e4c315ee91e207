// What an owner can still do with a released vault: undo the release before it is opened, and reopen the recipient's questions.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { proofReasons } from './proof.ts';
import { vaultId } from './vaults.ts';

export const undoRelease = endpoint({
  method: 'POST',
  path: '/api/vaults/:id/undo-release',
  summary:
    'Undoes the release of a vault whose recipient has not yet proven who they are. The vault is active again, its links open nothing, and executors are notified.',
  access: 'owner',
  proof: 'always',
  proofReason: proofReasons.undoneRelease,
  limit: { tries: 30, seconds: 600 },
  params: vaultId,
  reply: z.object({
    /** The release date that was removed, because the vault would have been released again within a day; null if none was. */
    removedDate: z.nullable(z.string()),
    /** Whether we emailed the recipient about it, because they had an email about the release. */
    isRecipientNotified: z.boolean(),
  }),
  refusals: ['vault-not-found', 'not-released', 'release-opened'],
});

export const reopenQuestions = endpoint({
  method: 'POST',
  path: '/api/vaults/:id/reopen-questions',
  summary: "Reopens the recipient's questions after too many wrong answers, and mails a fresh link.",
  access: 'owner',
  limit: { tries: 30, seconds: 600 },
  params: vaultId,
  /** False if they were open already; then no letter was mailed. */
  reply: z.object({ reopened: z.boolean() }),
  refusals: ['vault-not-found', 'not-released'],
});
