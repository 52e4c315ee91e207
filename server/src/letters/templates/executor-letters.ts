// Letters to the executor. The first may be opened again after twenty years, so it explains everything on its own.
import { cardPath, writeCard } from '@remembrance/contract/executor-card.ts';
import type { FactsOf } from './letter-content.ts';
import {
  type Block,
  dayOf,
  formatMoment,
  greet,
  type Letterhead,
  type LetterWriters,
  oneLine,
  titleForStranger,
  type Zoned,
} from './letter-words.ts';

export const executorLetters = {
  'executor-code': (facts, letterhead) => {
    const { productName, supportEmail, publicUrl } = letterhead;
    const { executorName, ownerName, vaultTitle, recipientName, code, link, replacesEarlier, note, confirmLink } =
      facts;
    return {
      subject: replacesEarlier ? `Your new executor code from ${ownerName}` : `${ownerName} has named you as executor`,
      greeting: greet(executorName),
      body: [
        `${ownerName} trusts you with something that matters to them. They have left a message for ${recipientName} in a vault at ${productName}${titleForStranger(', titled', vaultTitle)}, and have named you as its executor: the person who releases it when the time has come.`,
        ...noteBlocks(ownerName, note),
        ...(replacesEarlier ? ['Here is a new access code. The one we sent you before no longer works.'] : []),
        { label: 'Your access code', code },
        `When ${ownerName} has died, or at the moment the two of you have agreed on, open the executor page and enter the code. You will see which vault it is and who it is for. When you confirm the release, ${recipientName} gets a letter with a link to it.`,
        { action: 'Open the executor page', link },
        { aside: 'A one-page guide: when, how, and whom to ask', link: `${publicUrl}/executor-guide` },
        `The end of a plan never stops a release: the code works whether or not ${ownerName} still pays for it.`,
        // They may set a date long after this letter was sent, so it never says that nothing happens by itself.
        `There is nothing to do today. Nothing happens until you act, or until a date that ${ownerName} may set. You will not be able to read what is inside, and a release cannot be undone.`,
        ...(confirmLink
          ? [
              `Please let ${ownerName} know that you have this letter. The link opens a page with one button. It does not release anything.`,
              { aside: 'I have it', link: confirmLink },
            ]
          : []),
        'Please keep this letter safe, where you will find it again in many years; you may want to print it. Anyone who has the code can release the vault, so please do not share it. We never ask for it in a letter or a call.',
        ...linkToCard(facts, letterhead),
        `If you would rather not do this, tell ${ownerName}, who can name someone else, or write to ${supportEmail}.`,
      ],
    };
  },

  'executor-replaced': ({ executorName, ownerName }, { supportEmail, productName }) => ({
    subject: `You are no longer the executor for ${ownerName}`,
    greeting: greet(executorName),
    body: [
      `${ownerName} had named you as the executor of a vault at ${productName}. That has been changed, so the access code in our earlier letter no longer works, and you can throw it away.`,
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
  { card, code, vaultTitle, ownerName }: FactsOf<'executor-code'>,
  { publicUrl, timeZone }: Letterhead,
): Block[] {
  if (!card) return [];
  const { vaultId: vault, number, at } = card;
  const fragment = writeCard({
    code,
    vault,
    title: vaultTitle,
    owner: ownerName,
    number,
    date: dayOf(at, { timeZone }),
  });
  return [{ aside: 'A card to print, for your papers and your wallet', link: `${publicUrl}${cardPath}#${fragment}` }];
}

/** The owner's own words, one paragraph per line. */
const noteBlocks = (ownerName: string, note = ''): Block[] => {
  const lines = note.split(/\n+/).map(oneLine).filter(Boolean);
  return lines.length === 0 ? [] : [`${ownerName} adds, in their own words:`, ...lines.map((line) => `“${line}”`)];
};
