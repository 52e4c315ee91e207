// Letters about a release that its owner has undone: to the owner, to the executors, and to a recipient who had got an email. The recipient reads
// neither who nor why.
import type { FactsOf } from './letter-content.ts';
import { formatMoment, greet, type LetterWriters, titleForStranger, type Zoned } from './letter-words.ts';

export const undoneReleaseLetters = {
  'release-undone': (facts, { supportEmail, ...zone }) => ({
    subject: 'The release of your vault was undone',
    greeting: greet(facts.firstName),
    body: [
      `On ${formatMoment(facts.at, zone)}, the release of your vault “${facts.vaultTitle}” was undone. ${facts.recipientName} can no longer open it, and had not opened it before.${facts.isRecipientNotified ? ` We have written to them that there is nothing for them to do; we do not say why.` : ''}`,
      ...(facts.undoneCorrection
        ? [
            `An executor had changed the address of ${facts.recipientName} to ${facts.undoneCorrection}. That is undone too: we use the address that you gave.`,
          ]
        : []),
      ...howItGoesOn(facts, zone),
      ...(facts.canEdit ? ['You can edit the vault again.'] : []),
      { action: 'Open your vault', link: facts.link },
      `If it was not you, someone else may have access to your account or your mail. Please write to ${supportEmail}.`,
    ],
  }),

  'executor-release-undone': (
    { executorName, ownerName, vaultTitle, recipientName, removesDate },
    { supportEmail, productName },
  ) => ({
    subject: `${ownerName} has undone a release`,
    greeting: greet(executorName),
    body: [
      `You are an executor of the vault${titleForStranger('', vaultTitle)} that ${ownerName} keeps at ${productName}. It had been released to ${recipientName}, and ${ownerName} has now undone that. Nobody has read it.`,
      `There is nothing you need to do. Your code is still valid and has not changed: when the time comes, you can release the vault with it.${removesDate ? ' It no longer has a release date, so nothing happens by itself.' : ''}`,
      `If this surprises you, ask ${ownerName}. If you cannot reach them, write to ${supportEmail}.`,
    ],
  }),

  'recipient-release-undone': ({ recipientName }, { supportEmail }) => ({
    subject: 'About our earlier email: there is nothing to do',
    greeting: greet(recipientName),
    body: [
      'We recently sent you an email with a link. There is nothing for you behind that link at the moment. You have done nothing wrong, and there is nothing you need to do.',
      'If there is something for you later, we will write to you again.',
      `If you have a question, write to ${supportEmail}.`,
    ],
  }),
} satisfies Partial<LetterWriters>;

function howItGoesOn({ removedDate, nextDate, hasExecutor }: FactsOf<'release-undone'>, zone: Zoned): string[] {
  const executor = hasExecutor
    ? 'Your executor keeps their code and can release the vault again. If they should not, send a new code, or name someone else, on the page of the vault.'
    : '';
  const removed = removedDate
    ? `Its release date, ${formatMoment(removedDate, zone)}, was removed, so that it is not released again at once. This used no edit of your plan.`
    : '';
  const next = nextDate ? `It still has its release date: it will be released on ${formatMoment(nextDate, zone)}.` : '';
  const missing =
    hasExecutor || nextDate
      ? ''
      : 'The vault now has neither an executor nor a release date. Please add one of them: without either, it can never be delivered.';
  return [executor, removed, next, missing].filter(Boolean);
}
