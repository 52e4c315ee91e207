// The kinds of letter, why each is sent, which of them an owner may turn off, and the development mailbox that shows them if
// no mail server is configured.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { lengths } from './limits.ts';
import { blankableLine } from './text.ts';

/** Every kind of letter, and why it is sent. Only reminders may be turned off; people need the others. */
export const letterReasons = {
  'email-verification': 'account',
  'account-exists': 'account',
  'password-reset': 'account',
  'password-changed': 'safety',
  'password-needed': 'safety',
  'new-device': 'safety',
  'sign-in-code': 'safety',
  'two-factor-reset': 'safety',
  'owner-change': 'safety',
  'owner-change-undone': 'safety',
  'email-confirmation': 'account',
  'email-taken': 'account',
  'account-deletion': 'account',
  'account-kept': 'account',
  'account-suspended': 'account',
  'account-restored': 'account',
  'vault-removed': 'account',
  'executor-code': 'release',
  'executor-code-again': 'release',
  'executor-code-resent': 'safety',
  'executor-used': 'safety',
  'executor-replaced': 'release',
  'executor-date': 'release',
  'vault-released': 'release',
  'release-undone': 'safety',
  'executor-release-undone': 'release',
  'recipient-release-undone': 'release',
  'recipient-invitation': 'release',
  'recipient-fresh-link': 'release',
  'recipient-reminder': 'release',
  'executor-unopened': 'release',
  'owner-unopened': 'release',
  'correction-asked': 'safety',
  'recipient-correction': 'release',
  'executor-correction': 'release',
  'rehearsal-executor-code': 'account',
  'rehearsal-invitation': 'account',
  'release-reminder': 'reminder',
  'check-in': 'release',
  'executor-check-in': 'release',
  'executor-check-in-over': 'release',
  'yearly-review': 'reminder',
  'executor-yearly': 'release',
  'executor-code-wanted': 'safety',
  'release-wait': 'safety',
  'release-wait-ended': 'safety',
  'executor-wait': 'release',
  'questions-paused': 'safety',
  'questions-locked': 'safety',
  'recipient-unreached': 'release',
  'link-disowned': 'release',
  'executor-unreached': 'release',
  'recipient-code': 'release',
  'draft-ending': 'account',
  'owner-questions-locked': 'safety',
  'owner-questions-reopened': 'safety',
  'payment-receipt': 'money',
  'trial-started': 'money',
  'trial-ending': 'money',
  'card-expiring': 'money',
  'payment-failed': 'money',
  'plan-paused': 'money',
  'plan-ended': 'money',
  'payment-returned': 'money',
  'payment-disputed': 'money',
  'operator-notice': 'operation',
} as const satisfies Record<string, 'account' | 'safety' | 'release' | 'money' | 'reminder' | 'operation'>;
export type LetterKind = keyof typeof letterReasons;
export const letterKinds = Object.keys(letterReasons) as LetterKind[];

export type RefusableLetter = {
  [Kind in LetterKind]: (typeof letterReasons)[Kind] extends 'reminder' ? Kind : never;
}[LetterKind];

/** Letters an owner may turn off. */
export const refusableLetters = letterKinds.filter(
  (kind): kind is RefusableLetter => letterReasons[kind] === 'reminder',
);

export const devLetter = z.object({
  id: z.string(),
  kind: z.enum(letterKinds),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  createdAt: z.string(),
});
export type DevLetter = z.output<typeof devLetter>;

export const listDevLetters = endpoint({
  method: 'GET',
  path: '/api/dev/letters',
  summary:
    'Letters stored by this installation, newest first. Exists only on a development machine without a mail server.',
  access: 'anyone',
  limit: { tries: 6000, seconds: 60 },
  query: z.strictObject({ to: z.optional(blankableLine(lengths.email)) }),
  reply: z.array(devLetter),
});

/** Why a letter may not have arrived although it was accepted, according to a bounce. It proves nothing. */
export const letterDoubts = ['address-unknown', 'mailbox-full', 'refused', 'other'] as const;
export type LetterDoubt = (typeof letterDoubts)[number];
