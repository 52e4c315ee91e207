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
  'rehearsal-executor-code': 'account',
  'rehearsal-invitation': 'account',
  'release-reminder': 'reminder',
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

/**
 * Who reads a letter. A stranger never asked for it, so it contains no title or name that leads anywhere, and it is counted against the
 * owner who caused it. An `address` is not confirmed yet: its letter contains nothing that somebody wrote.
 */
export const letterReaders: Record<LetterKind, 'owner' | 'stranger' | 'address' | 'operator'> = {
  'email-verification': 'address',
  'account-exists': 'address',
  'password-reset': 'owner',
  'password-changed': 'owner',
  'password-needed': 'owner',
  'new-device': 'owner',
  'sign-in-code': 'owner',
  'two-factor-reset': 'owner',
  'owner-change': 'owner',
  'owner-change-undone': 'owner',
  'email-confirmation': 'address',
  'email-taken': 'address',
  'account-deletion': 'owner',
  'account-kept': 'owner',
  'account-suspended': 'owner',
  'account-restored': 'owner',
  'vault-removed': 'owner',
  'executor-code': 'stranger',
  'executor-code-again': 'stranger',
  'executor-code-resent': 'owner',
  'executor-used': 'owner',
  'executor-replaced': 'stranger',
  'executor-date': 'stranger',
  'vault-released': 'owner',
  'release-undone': 'owner',
  'executor-release-undone': 'stranger',
  'recipient-release-undone': 'stranger',
  'recipient-invitation': 'stranger',
  'recipient-fresh-link': 'stranger',
  'rehearsal-executor-code': 'owner',
  'rehearsal-invitation': 'owner',
  'release-reminder': 'owner',
  'questions-paused': 'stranger',
  'questions-locked': 'stranger',
  'recipient-unreached': 'stranger',
  'link-disowned': 'stranger',
  'executor-unreached': 'owner',
  'recipient-code': 'stranger',
  'draft-ending': 'owner',
  'owner-questions-locked': 'owner',
  'owner-questions-reopened': 'owner',
  'payment-receipt': 'owner',
  'trial-started': 'owner',
  'trial-ending': 'owner',
  'card-expiring': 'owner',
  'payment-failed': 'owner',
  'plan-paused': 'owner',
  'plan-ended': 'owner',
  'payment-returned': 'owner',
  'payment-disputed': 'owner',
  'operator-notice': 'operator',
};

/** Letters to the recipient, who has no other way to get their content. */
export const recipientLetterKinds = [
  'recipient-invitation',
  'recipient-fresh-link',
  'questions-paused',
  'questions-locked',
] as const satisfies LetterKind[];

/**
 * Letters that are not about their reader's account: to executors, recipients, the operator, and an address that is not confirmed.
 * Every other letter also goes to the previous address of an account, while its move can be undone. `owner-change`,
 * `owner-change-undone` and `vault-released` go there on their own, with the link, and a `sign-in-code` only to the account's own address.
 */
export const lettersNotCopied: readonly LetterKind[] = [
  'sign-in-code',
  'owner-change',
  'owner-change-undone',
  'email-confirmation',
  'executor-code',
  'executor-code-again',
  'executor-replaced',
  'executor-date',
  'vault-released',
  'executor-release-undone',
  'recipient-release-undone',
  'recipient-invitation',
  'recipient-fresh-link',
  'questions-paused',
  'questions-locked',
  'recipient-code',
  'operator-notice',
];

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
