// What a refusal means for the recipient's page, and when download links must be renewed. Pure.
import type { AccessState } from '@remembrance/contract/access-state.ts';
import { downloadLinkMinutes } from '@remembrance/contract/limits.ts';

interface Refusal {
  code?: string | undefined;
  retryAt?: string | undefined;
}

/**
 * The state after a refusal, or undefined if the page only shows a message. `restart` starts over. `reload` fetches the state while the
 * page stays, because a wrong answer may make a code necessary.
 */
export function stateAfterRefusal(
  before: AccessState | undefined,
  refusal: Refusal | undefined,
): AccessState | 'restart' | 'reload' | undefined {
  switch (refusal?.code) {
    case 'link-not-found':
    case 'link-expired':
      return 'restart';
    case 'email-step-first':
      return { step: 'email' };
    case 'mailbox-code-over':
      return before && { ...before, code: undefined };
    case 'answers-paused':
    case 'answers-refused':
      return before && refusal.retryAt ? { ...before, pausedUntil: refusal.retryAt } : 'reload';
    case 'answers-locked':
    case 'mailbox-code-first':
    case 'mailbox-code-not-needed':
      return 'reload';
    default:
      return undefined;
  }
}

export const timeLeft = (instant: string | undefined, now: Date): number =>
  instant ? Math.max(0, Date.parse(instant) - now.getTime()) : 0;

/** Links are renewed after two thirds of their lifetime, so that a link that was just clicked still works. */
export const renewAfterMilliseconds = (downloadLinkMinutes * 60 * 1000 * 2) / 3;

export const areLinksStale = (renewedAt: Date, now: Date): boolean =>
  now.getTime() - renewedAt.getTime() >= renewAfterMilliseconds;
