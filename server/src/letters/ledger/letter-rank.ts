// Which letters go first: those that somebody waits for, or that warn an owner of an act, before those of dates, plans and reminders.
// The latter fall due by the thousand, and nobody looks for them within the minute.
import type { LetterKind } from '@remembrance/contract/letters.ts';
import type { QueuedContent } from '../templates/queued-content.ts';

/** `by-cause`: the letter of a release, which somebody waits for if an executor released the vault, and not if its date did. */
export type Urgency = 'awaited' | 'later' | 'by-cause';

export const urgencies: Record<LetterKind, Urgency> = {
  'email-verification': 'awaited',
  'account-exists': 'awaited',
  'password-reset': 'awaited',
  'password-changed': 'awaited',
  'password-needed': 'awaited',
  'new-device': 'awaited',
  'sign-in-code': 'awaited',
  'two-factor-reset': 'awaited',
  'owner-change': 'awaited',
  'owner-change-undone': 'awaited',
  'email-confirmation': 'awaited',
  'email-taken': 'awaited',
  'account-deletion': 'awaited',
  'account-kept': 'awaited',
  'account-suspended': 'awaited',
  'account-restored': 'awaited',
  'vault-removed': 'awaited',
  'executor-code': 'awaited',
  'executor-code-again': 'awaited',
  'executor-code-resent': 'awaited',
  'executor-used': 'awaited',
  'executor-replaced': 'awaited',
  'executor-date': 'later',
  'vault-released': 'by-cause',
  'release-undone': 'awaited',
  'executor-release-undone': 'awaited',
  'recipient-release-undone': 'awaited',
  'recipient-invitation': 'by-cause',
  'recipient-fresh-link': 'awaited',
  'recipient-reminder': 'later',
  'executor-unopened': 'later',
  'owner-unopened': 'later',
  'correction-asked': 'awaited',
  'recipient-correction': 'awaited',
  'executor-correction': 'awaited',
  'rehearsal-executor-code': 'awaited',
  'rehearsal-invitation': 'awaited',
  'release-reminder': 'later',
  'check-in': 'later',
  'executor-check-in': 'later',
  'executor-check-in-over': 'awaited',
  'yearly-review': 'later',
  'executor-yearly': 'later',
  'executor-code-wanted': 'awaited',
  'release-wait': 'awaited',
  'release-wait-ended': 'awaited',
  'executor-wait': 'awaited',
  'questions-paused': 'awaited',
  'questions-locked': 'awaited',
  'recipient-unreached': 'later',
  'link-disowned': 'awaited',
  'executor-unreached': 'later',
  'recipient-code': 'awaited',
  'draft-ending': 'later',
  'owner-questions-locked': 'awaited',
  'owner-questions-reopened': 'awaited',
  'payment-receipt': 'later',
  'trial-started': 'later',
  'trial-ending': 'later',
  'card-expiring': 'later',
  'payment-failed': 'later',
  'plan-paused': 'later',
  'plan-ended': 'later',
  'payment-returned': 'later',
  'payment-disputed': 'later',
  'operator-notice': 'awaited',
};

/** The lowest goes first. */
export const ranks = { awaited: 0, later: 1 } as const;

/** The first and the last of some ranks. */
export interface Ranks {
  first: number;
  last: number;
}
export const everyRank: Ranks = { first: ranks.awaited, last: ranks.later };
export const awaitedRank: Ranks = { first: ranks.awaited, last: ranks.awaited };
export const laterRank: Ranks = { first: ranks.later, last: ranks.later };

export function rankOf({ kind, facts }: QueuedContent): number {
  const urgency = urgencies[kind];
  if (urgency !== 'by-cause') return ranks[urgency];
  return 'releasedBy' in facts && facts.releasedBy === null ? ranks.later : ranks.awaited;
}
