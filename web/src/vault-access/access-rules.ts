// What a refusal means for the page, and when links to files must be renewed.
import { downloadLinkMinutes } from '@remembrance/contract/limits.ts';
import type { AccessState } from '@remembrance/contract/vault-access.ts';

interface Refusal {
  code?: string | undefined;
  retryAt?: string | undefined;
}

/** Where the recipient stands after a refusal; nothing when it is only said. A wrong guess may bring a pause with it. */
export function stateAfterRefusal(
  before: AccessState | undefined,
  refusal: Refusal | undefined,
): AccessState | 'ask-again' | undefined {
  switch (refusal?.code) {
    case 'link-not-found':
    case 'link-expired':
      return 'ask-again';
    case 'email-step-first':
      return { step: 'email' };
    case 'answers-locked':
      return before && { ...before, locked: true };
    case 'answers-paused':
    case 'answers-refused':
    case 'link-email-refused':
      return before && refusal.retryAt ? { ...before, pausedUntil: refusal.retryAt } : undefined;
    default:
      return undefined;
  }
}

/** How long the questions are still paused, in milliseconds. */
export const pauseLeft = ({ pausedUntil }: AccessState, now: Date): number =>
  pausedUntil ? Math.max(0, Date.parse(pausedUntil) - now.getTime()) : 0;

/** Links are renewed when two thirds of their life are over, so that one that was just clicked still works. */
export const renewAfterMilliseconds = (downloadLinkMinutes * 60 * 1000 * 2) / 3;

export const areLinksStale = (renewedAt: Date, now: Date): boolean =>
  now.getTime() - renewedAt.getTime() >= renewAfterMilliseconds;
