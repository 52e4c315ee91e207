// Letters to the executor. The first is about today, and may be opened again after twenty years: the rest is in the guide that it names.
import { cardPath, writeCard } from '@remembrance/contract/executor-card.ts';
import type { FactsOf } from './letter-content.ts';
import {
  type Block,
  dayOf,
  formatMoment,
  greet,
  type Letterhead,
  type LetterWriters,
  titleForStranger,
  withoutMarks,
  type Zoned,
} from './letter-words.ts';

export const executorLetters = {
  'executor-code': (facts, letterhead) => {
    const { productName, publicUrl } = letterhead;
    const {
      executorName,
      ownerName,
      vaultTitle,
      recipientName,
      code,
      link,
      replacesEarlier,
      note,
      confirmLink,
      isSecond,
    } = facts;
    return {
      subject: replacesEarlier ? `Your new executor code from ${ownerName}` : `${ownerName} has named you as executor`,
      greeting: greet(executorName),
      body: [
        `${ownerName} trusts you with something that matters to them. They have left a message for ${recipientName} in a vault at ${productName}${titleForStranger(', titled', vaultTitle)}, and have named you as its executor: the person who releases it when the time has come.`,
        ...noteBlocks(ownerName, note),
        ...(isSecond
          ? [
              'We sent the same email to your other address, and do not know whether it arrived. Both have the same code.',
            ]
          : []),
        ...(replacesEarlier ? ['Here is a new access code. The one we sent you before no longer works.'] : []),
        ...(confirmLink
          ? [
              `Today: please let ${ownerName} know that this email arrived. It releases nothing.`,
              { action: 'I have it', link: confirmLink },
            ]
          : []),
        { label: 'Your access code', code },
        'Keep it where you will find it in many years, best on paper. Anyone who has it can release the vault, so do not share it. We never ask for it.',
        ...linkToCard(facts, letterhead),
        // They may set a date long after this was sent, so it never says that nothing happens by itself.
        `When the time comes, when ${ownerName} has died or as the two of you have agreed, enter the code on the executor page. You first see whose vault it is. You cannot read what is inside, and you cannot undo a release.`,
        { aside: 'The executor page', link },
        { aside: 'A one-page guide: when, how, and whom to ask', link: `${publicUrl}/executor-guide` },
        `If you would rather not do this, tell ${ownerName}, who can name someone else.`,
      ],
    };
  },

  // The same code as before. Somebody has asked for it who may not be the executor, and it reaches only the executor's mailbox.
  'executor-code-again': (facts, letterhead) => {
    const { executorName, ownerName, vaultTitle, recipientName, code, link } = facts;
    return {
      subject: `Your executor code from ${ownerName}, once more`,
      greeting: greet(executorName),
      body: [
        `Somebody entered your address on our page for lost codes, so here is the code that ${ownerName} trusted you with. It is the same as before, and nothing else has changed.`,
        `It releases the vault${titleForStranger('', vaultTitle)} to ${recipientName}.`,
        { label: 'Your access code', code },
        `When ${ownerName} has died, or at the moment the two of you have agreed on, open the executor page and enter the code. You cannot undo a release.`,
        { action: 'Open the executor page', link },
        { aside: 'A one-page guide: when, how, and whom to ask', link: `${letterhead.publicUrl}/executor-guide` },
        ...linkToCard(facts, letterhead),
        'Please keep this email safe, where you will find it again. Anyone who has the code can release the vault, so please do not share it. We never ask for it in an email or a call.',
        `We have written to ${ownerName} that we sent it. If you did not ask for it, there is nothing you need to do: nobody else got the code.`,
      ],
    };
  },

  'executor-replaced': ({ executorName, ownerName }, { supportEmail, productName }) => ({
    subject: `You are no longer the executor for ${ownerName}`,
    greeting: greet(executorName),
    body: [
      `${ownerName} had named you as the executor of a vault at ${productName}. That has been changed, so the access code in our earlier email no longer works, and you can throw it away.`,
      'There is nothing you need to do. Thank you for being willing to do this.',
      `If this surprises you, ask ${ownerName}. If you cannot reach them, write to ${supportEmail}.`,
    ],
  }),

  'executor-date': (
    { executorName, ownerName, vaultTitle, before, after },
    { supportEmail, productName, ...zone },
  ) => ({
    subject: after ? `A release date of ${ownerName} was changed` : `A release date of ${ownerName} was removed`,
    greeting: greet(executorName),
    body: [
      `You are an executor of the vault${titleForStranger('', vaultTitle)} that ${ownerName} keeps at ${productName}. ${whatHappened({ before, after }, zone)}`,
      after
        ? 'You can still release it with your code when the time comes. The code has not changed.'
        : 'From now on, nothing happens by itself: the vault is released only when an executor does it. Your code has not changed.',
      `There is nothing to do today. If this surprises you, ask ${ownerName}. If you cannot reach them, write to ${supportEmail}.`,
    ],
  }),
} satisfies Partial<LetterWriters>;

function whatHappened({ before, after }: Pick<FactsOf<'executor-date'>, 'before' | 'after'>, zone: Zoned): string {
  if (!after) return `It was to be released on ${formatMoment(before ?? '', zone)}. That date was removed.`;
  return before
    ? `It was to be released on ${formatMoment(before, zone)}. That was changed to ${formatMoment(after, zone)}.`
    : `It is to be released on ${formatMoment(after, zone)}: a date that had been removed is there again.`;
}

/** The code is in the fragment, which browsers never send to a server. The day is the owner's, as in every other letter. */
function linkToCard(
  { card, code, vaultTitle, ownerName }: Pick<FactsOf<'executor-code'>, 'card' | 'code' | 'vaultTitle' | 'ownerName'>,
  { publicUrl, timeZone }: Letterhead,
): Block[] {
  if (!card) return [];
  const { vaultId: vault, number, at } = card;
  const fragment = writeCard({
    code,
    vault,
    title: withoutMarks(vaultTitle),
    owner: withoutMarks(ownerName),
    number,
    date: dayOf(at, { timeZone }),
  });
  return [{ aside: 'Print the card', link: `${publicUrl}${cardPath}#${fragment}` }];
}

const noteBlocks = (ownerName: string, note = ''): Block[] =>
  note === '' ? [] : [`${ownerName} adds, in their own words:`, `“${note}”`];
