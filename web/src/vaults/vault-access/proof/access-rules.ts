// What a refusal means for the recipient's page. Pure.
import type { AccessState } from '@remembrance/contract/access-state.ts';
import type { RefusalFacts } from '../../../lib/call.ts';

/**
 * The state after a refusal, or undefined if the page only shows a message. `restart` starts over. `reload` fetches the state while the
 * page stays, because a wrong answer may make a code necessary.
 */
export function stateAfterRefusal(
  before: AccessState | undefined,
  refusal: RefusalFacts | undefined,
): AccessState | 'restart' | 'reload' | undefined {
  switch (refusal?.code) {
    case 'link-not-found':
    case 'link-expired':
    case 'link-closed':
    case 'link-withdrawn':
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
