// Undoing a change by the link in the letter that reported it to the owner. The link works without a session, so that a
// locked-out owner can use it too. Its token is sent only in the body.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { linkToken } from './text.ts';

export const ownerChangeKinds = [
  'title',
  'recipient',
  'questions',
  'content',
  'release-date',
  'executor',
  'executor-added',
  'executor-code',
  'vault-deletion',
  'release',
  'export',
  'passkey-added',
  'passkey-removed',
  'two-factor-on',
  'two-factor-off',
  'recovery-codes-renewed',
  'provider-linked',
  'sessions-ended',
  'token-created',
  'plan-cancelled',
  'name',
  'email-asked',
  'email',
] as const;
export type OwnerChangeKind = (typeof ownerChangeKinds)[number];

const limit = { tries: 30, seconds: 60, durable: true };
const token = linkToken();
const linkRefusals = ['change-link-unknown', 'change-link-expired', 'change-undone'] as const;

export const ownerChange = z.object({
  kind: z.enum(ownerChangeKinds),
  vaultTitle: z.nullable(z.string()),
  at: z.string(),
  /** Until when the change can be undone. */
  until: z.string(),
  /** The previous recipient, executor or address that can be restored, if any. */
  earlier: z.nullable(z.object({ name: z.string(), email: z.string() })),
  /** The release date before a change of it, null if there was none. Missing if it can no longer be read. */
  earlierDate: z.optional(z.nullable(z.string())),
  /** Whether the change was itself an undo by such a link. */
  isUndo: z.boolean(),
  /** What was changed after it and would be replaced as well. Then the undo requires a proof. */
  newer: z.array(z.enum(['message', 'files', 'other'])),
  /** Whether an owner who made the change can have it undone without signing anybody out. */
  canChangeMind: z.boolean(),
  /** False if there is nothing to restore, and other browsers can only be signed out. */
  canPutBack: z.boolean(),
  /** False for an owner who signs in at an OpenID provider. */
  hasPassword: z.boolean(),
  /** Until when an account that has moved to a new address reads no content. Null if there is nothing to agree to. */
  contentFrom: z.nullable(z.string()),
});
export type OwnerChange = z.output<typeof ownerChange>;

export const showOwnerChange = endpoint({
  method: 'POST',
  path: '/api/owner-changes/show',
  summary: 'Shows the change that the link of a letter can undo. Changes nothing.',
  access: 'anyone',
  limit,
  body: z.strictObject({ token }),
  reply: ownerChange,
  refusals: [...linkRefusals, 'release-opened'],
});

export const agreeToMove = endpoint({
  method: 'POST',
  path: '/api/owner-changes/agree',
  summary:
    'Agrees to a move of the account, by the link in the letter to the previous address: its content can be read at once.',
  access: 'anyone',
  limit,
  body: z.strictObject({ token }),
  refusals: [...linkRefusals, 'agreement-over'],
});

export const undoOwnerChange = endpoint({
  method: 'POST',
  path: '/api/owner-changes/undo',
  summary:
    'Signs every other browser out, unless the owner only changed their mind, and undoes the change if requested. What it replaces can be restored by the link in the letter about it. If something newer is replaced, the owner must be signed in with a proof.',
  access: 'anyone',
  limit,
  body: z.strictObject({
    token,
    putBack: z.boolean(),
    /** The owner made the change and wants it undone: nobody is signed out. */
    changedMind: z.optional(z.boolean()),
  }),
  reply: z.object({ isPutBack: z.boolean() }),
  refusals: [
    ...linkRefusals,
    'proof-needed',
    'vault-released',
    'vault-not-found',
    'not-released',
    'release-opened',
    'account-suspended',
    'vault-unreadable',
    'release-date-passed',
    'email-taken',
    'letter-limit-reached',
  ],
});
