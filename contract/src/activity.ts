// The activity of a vault: who did what and when, for its owner.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { vaultId } from './vaults.ts';

const activityActors = ['owner', 'executor', 'recipient', 'service', 'operator'] as const;

export const activityEvents = [
  ...(['vault-created', 'vault-edited', 'vault-activated', 'vault-released', 'vault-deleted'] as const),
  ...([
    'file-added',
    'file-removed',
    'file-downloaded',
    'executor-added',
    'executor-changed',
    'executor-confirmed',
  ] as const),
  ...([
    'code-issued',
    'code-sent-again',
    'code-sent-to-second',
    'code-used',
    'link-sent',
    'rehearsal-sent',
    'everything-downloaded',
  ] as const),
  ...(['email-verified', 'email-wrong', 'answers-right', 'answers-wrong'] as const),
  ...(['mailbox-code-sent', 'mailbox-code-right', 'mailbox-code-wrong'] as const),
  ...(['questions-paused', 'questions-locked', 'questions-reopened'] as const),
  ...(['release-asked', 'release-agreed', 'release-objected', 'release-stopped', 'release-lapsed'] as const),
  ...(['release-settings-changed'] as const),
  ...(['payment-seen', 'trial-started', 'change-disowned', 'change-undone'] as const),
  ...(['delivery-changed', 'help-asked', 'recipient-knows'] as const),
  ...(['correction-asked', 'correction-stopped', 'correction-made'] as const),
  ...(['executors-asked', 'check-in-answered', 'executor-asked-yearly', 'code-wanted'] as const),
  ...(['vault-state-shown', 'letter-resent', 'release-undone'] as const),
  ...(['link-closed', 'link-reported', 'reminder-chosen'] as const),
] as const;
export type ActivityEvent = (typeof activityEvents)[number];

export const activityLine = z.object({
  /** Its position among the acts of the vault, from 1. */
  number: z.int(),
  at: z.string(),
  actor: z.enum(activityActors),
  event: z.enum(activityEvents),
  /**
   * The executor who acted or is affected, by name or otherwise by address. Null if there is none, they are gone, or they were replaced
   * since.
   */
  executor: z.nullable(z.string()),
  /** The fields that an edit changed. A first release date is `releaseDateSet`, a removed one `releaseDateRemoved`. */
  fields: z.array(z.string()),
  /** The operator's reason. */
  reason: z.nullable(z.string()),
});
export type ActivityLine = z.output<typeof activityLine>;

/** The largest number of a line, and the largest position of a checkpoint. */
export const largestNumber = 2_147_483_647;
/** The list starts before this number; if missing, with the newest. */
export const beforeNumber = z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(largestNumber)));

export const listActivity = endpoint({
  method: 'GET',
  path: '/api/vaults/:id/activity',
  summary: "Who did what with the owner's vault and when, newest first, fifty at a time.",
  access: 'owner',
  worksByToken: true,
  params: vaultId,
  query: z.strictObject({ before: beforeNumber }),
  reply: z.object({
    lines: z.array(activityLine),
    /** The number that requests the next page; null at the end. */
    next: z.nullable(z.int()),
  }),
  refusals: ['vault-not-found'],
});
