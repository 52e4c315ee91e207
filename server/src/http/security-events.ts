// Which replies are recorded in the audit: refused attempts, and every limit that was reached. Successful operations write
// their own acts.
import type { RefusalCode } from '@remembrance/contract/refusals.ts';
import { requestPasswordReset } from '@remembrance/contract/sign-in.ts';
import type { ActEvent } from '../records/acts/act-words.ts';

const eventOfRefusal: Partial<Record<RefusalCode, ActEvent>> = {
  'wrong-credentials': 'sign-in-failed',
  'email-not-verified': 'sign-in-failed',
  'account-suspended': 'sign-in-failed',
  'account-not-linked': 'sign-in-failed',
  'second-step-refused': 'sign-in-failed',
  'second-step-over': 'sign-in-failed',
  'sign-in-code-refused': 'sign-in-failed',
  'sign-in-code-over': 'sign-in-failed',
  'passkey-refused': 'proof-failed',
  'wrong-password': 'proof-failed',
  'access-code-refused': 'code-refused',
  'reset-link-refused': 'link-refused',
  'confirm-link-refused': 'link-refused',
  'email-link-refused': 'link-refused',
  'change-link-unknown': 'link-refused',
  'two-factor-reset-over': 'link-refused',
  'link-not-found': 'link-refused',
  'link-signature-refused': 'link-refused',
  'link-email-refused': 'answer-refused',
  'answers-refused': 'answer-refused',
  'mailbox-code-refused': 'answer-refused',
  'email-step-first': 'answer-refused',
  'origin-refused': 'call-refused',
  'host-refused': 'call-refused',
  'invalid-signature': 'call-refused',
  'too-many-requests': 'limit-reached',
};

const resetRoute = `${requestPasswordReset.method} ${requestPasswordReset.path}`;

export function securityEventOf(route: string, status: number, refusal: RefusalCode | undefined): ActEvent | null {
  if (refusal) return eventOfRefusal[refusal] ?? null;
  return route === resetRoute && status < 400 ? 'reset-requested' : null;
}
