// Changes that an owner is told of by a letter with a way back: what was changed, and taking it back by the letter's link.
// The link works without a session, so that an owner who is shut out can use it too; its token travels in the body alone.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { lengths } from './limits.ts';

export const ownerChangeKinds = [
  'recipient',
  'executor',
  'executor-code',
  'vault-deletion',
  'export',
  'passkey-removed',
  'email-asked',
  'email',
] as const;
export type OwnerChangeKind = (typeof ownerChangeKinds)[number];

const limit = { tries: 30, seconds: 60, durable: true };
const token = z
  .string('This link is not complete')
  .check(z.minLength(1, 'This link is not complete'), z.maxLength(lengths.linkToken));
const linkRefusals = ['change-link-unknown', 'change-link-expired', 'change-undone', 'origin-refused'] as const;

export const ownerChange = z.object({
  kind: z.enum(ownerChangeKinds),
  vaultTitle: z.nullable(z.string()),
  at: z.string(),
  /** Until when it can be taken back. */
  until: z.string(),
  /** What comes back, where something does: an address, with a name or without. */
  earlier: z.nullable(z.object({ name: z.string(), email: z.string() })),
  /** False where there is nothing to put back: what was done can only be stopped from going on. */
  canPutBack: z.boolean(),
});
export type OwnerChange = z.output<typeof ownerChange>;

export const showOwnerChange = endpoint({
  method: 'POST',
  path: '/api/owner-changes/show',
  summary: 'What the link of a letter about a change can take back. Changes nothing.',
  access: 'anyone',
  limit,
  body: z.strictObject({ token }),
  reply: ownerChange,
  refusals: linkRefusals,
});

export const undoOwnerChange = endpoint({
  method: 'POST',
  path: '/api/owner-changes/undo',
  summary: 'Signs every other browser out and, where it is asked for, puts back what was before the change.',
  access: 'anyone',
  limit,
  body: z.strictObject({ token, putBack: z.boolean() }),
  reply: z.object({ isPutBack: z.boolean() }),
  refusals: [...linkRefusals, 'vault-released', 'vault-not-found', 'executor-not-found', 'email-taken'],
});
