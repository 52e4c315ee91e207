// Renders a letter from its kind and facts: the subject, and the body as plain text and as HTML.
import type { LetterKind } from '@remembrance/contract/letters.ts';
import {
  accountDeletion,
  accountExists,
  accountKept,
  accountRestored,
  accountSuspended,
  emailVerification,
  newDevice,
  passwordChanged,
  passwordReset,
  signInChanged,
  signInCode,
  twoFactorReset,
} from './account-letters.ts';
import { emailConfirmation, emailTaken, ownerChange, ownerChangeUndone } from './change-letters.ts';
import { executorCode, executorReplaced } from './executor-letters.ts';
import { htmlLayout } from './html-layout.ts';
import type { FactsOf, LetterContent } from './letter-content.ts';
import { type Letterhead, type LetterWords, oneLine, type Zoned } from './letter-words.ts';
import { operatorNotice } from './operator-letters.ts';
import {
  draftEnding,
  executorUsed,
  ownerQuestionsLocked,
  ownerQuestionsReopened,
  releaseReminder,
  vaultReleased,
  vaultRemoved,
} from './owner-letters.ts';
import {
  cardExpiring,
  paymentDisputed,
  paymentFailed,
  paymentReceipt,
  paymentReturned,
  planEnded,
  planPaused,
  trialEnding,
  trialStarted,
} from './payment-letters.ts';
import { plainLayout } from './plain-layout.ts';
import {
  questionsLocked,
  questionsPaused,
  recipientCode,
  recipientFreshLink,
  recipientInvitation,
} from './recipient-letters.ts';
import { rehearsalExecutorCode, rehearsalInvitation } from './rehearsal-letters.ts';
import { executorUnreached, recipientUnreached } from './unreached-letters.ts';

type Write<Kind extends LetterKind> = (facts: FactsOf<Kind>, letterhead: Letterhead & Zoned) => LetterWords;

const writers: { [Kind in LetterKind]: Write<Kind> } = {
  'email-verification': emailVerification,
  'account-exists': accountExists,
  'password-reset': passwordReset,
  'password-changed': passwordChanged,
  'new-device': newDevice,
  'sign-in-code': signInCode,
  'sign-in-changed': signInChanged,
  'two-factor-reset': twoFactorReset,
  'owner-change': ownerChange,
  'owner-change-undone': ownerChangeUndone,
  'email-confirmation': emailConfirmation,
  'email-taken': emailTaken,
  'account-deletion': accountDeletion,
  'account-kept': accountKept,
  'account-suspended': accountSuspended,
  'account-restored': accountRestored,
  'vault-removed': vaultRemoved,
  'executor-code': executorCode,
  'executor-used': executorUsed,
  'executor-replaced': executorReplaced,
  'vault-released': vaultReleased,
  'recipient-invitation': recipientInvitation,
  'recipient-fresh-link': recipientFreshLink,
  'rehearsal-executor-code': rehearsalExecutorCode,
  'rehearsal-invitation': rehearsalInvitation,
  'release-reminder': releaseReminder,
  'questions-paused': questionsPaused,
  'questions-locked': questionsLocked,
  'recipient-unreached': recipientUnreached,
  'executor-unreached': executorUnreached,
  'recipient-code': recipientCode,
  'draft-ending': draftEnding,
  'owner-questions-locked': ownerQuestionsLocked,
  'owner-questions-reopened': ownerQuestionsReopened,
  'payment-receipt': paymentReceipt,
  'trial-started': trialStarted,
  'trial-ending': trialEnding,
  'card-expiring': cardExpiring,
  'payment-failed': paymentFailed,
  'plan-paused': planPaused,
  'plan-ended': planEnded,
  'payment-returned': paymentReturned,
  'payment-disputed': paymentDisputed,
  'operator-notice': operatorNotice,
};

export function renderLetter(content: LetterContent, letterhead: Letterhead & Zoned) {
  const write = writers[content.kind] as (facts: object, letterhead: Letterhead & Zoned) => LetterWords; // kind and facts go together
  const words = write(onOneLine(content.facts), letterhead);
  return { subject: words.subject, text: plainLayout(words, letterhead), html: htmlLayout(words, letterhead) };
}

const onOneLine = (facts: object): object =>
  Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, factOnOneLine(fact)]));

function factOnOneLine(fact: unknown): unknown {
  if (Array.isArray(fact)) return fact.map(factOnOneLine);
  return typeof fact === 'string' ? oneLine(fact) : fact;
}
