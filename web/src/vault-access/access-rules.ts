// What a refusal means for the page, and when links to files must be renewed.
import { downloadLinkMinutes } from '@remembrance/contract/limits.ts';
import type { AccessState } from '@remembrance/contract/vault-access.ts';

interface Refusal {
  code?: string | undefined;
  retryAt?: string | undefined;
}

/**
 * Where the recipient is after a refusal; nothing when it is only said. `ask-again` begins again, `look-again` asks the service
 * what comes next while the page stays: a wrong answer may be the one after which a code is needed.
 */
export function stateAfterRefusal(
  before: AccessState | undefined,
  refusal: Refusal | undefined,
): AccessState | 'ask-again' | 'look-again' | undefined {
  switch (refusal?.code) {
    case 'link-not-found':
    case 'link-expired':
      return 'ask-again';
    case 'email-step-first':
      return { step: 'email' };
    case 'mailbox-code-over':
      return before && { ...before, code: undefined };
    case 'answers-paused':
    case 'answers-refused':
      return before && refusal.retryAt ? { ...before, pausedUntil: refusal.retryAt } : 'look-again';
    case 'answers-locked':
    case 'mailbox-code-first':
    case 'mailbox-code-not-needed':
      return 'look-again';
    default:
      return undefined;
  }
}

/** How long it is until then, in milliseconds. */
export const timeLeft = (instant: string | undefined, now: Date): number =>
  instant ? Math.max(0, Date.parse(instant) - now.getTime()) : 0;

/** Links are renewed when two thirds of their life are over, so that one that was just clicked still works. */
export const renewAfterMilliseconds = (downloadLinkMinutes * 60 * 1000 * 2) / 3;

export const areLinksStale = (renewedAt: Date, now: Date): boolean =>
  now.getTime() - renewedAt.getTime() >= renewAfterMilliseconds;
