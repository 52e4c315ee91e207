// The kinds of letter, and the development mailbox that shows them where no mail server is set.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { lengths } from './limits.ts';
import { blankableLine } from './text.ts';

export const letterKinds = [
  'email-verification',
  'account-exists',
  'password-reset',
  'password-changed',
  'new-device',
  'sign-in-changed',
  'account-deletion',
  'account-kept',
  'account-suspended',
  'executor-code',
  'executor-used',
  'vault-released',
  'recipient-invitation',
  'recipient-fresh-link',
  'release-reminder',
  'questions-paused',
  'questions-locked',
  'payment-receipt',
  'trial-started',
  'trial-ending',
  'payment-failed',
  'plan-paused',
  'plan-ended',
  'payment-returned',
  'payment-disputed',
] as const;
export type LetterKind = (typeof letterKinds)[number];

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
  summary: 'Letters kept by this installation, newest first. Absent outside the embedded mode.',
  access: 'anyone',
  limit: { tries: 6000, seconds: 60 },
  query: z.strictObject({ to: z.optional(blankableLine(lengths.email)) }),
  reply: z.array(devLetter),
});
