// Letters about changes that redirect or destroy something, each with a link to undo it.
import { newAddressHours } from '@remembrance/contract/limits.ts';
import { minutesLater } from '../../platform/lib/clock.ts';
import { changeWords, markValues } from './change-words.ts';
import type { FactsOf } from './letter-content.ts';
import {
  type Block,
  changeAtProvider,
  formatMoment,
  greet,
  type LetterWriters,
  passwordButton,
  type Zoned,
} from './letter-words.ts';
import { undoneWords } from './undone-words.ts';

export const changeLetters = {
  'owner-change': (facts, letterhead) => {
    const { subject, happened, putsBack } = changeWords[facts.kind](markValues(facts), letterhead);
    const { firstName, at, until, link, isWayBack, isLastEdit } = facts;
    const wayBack = isWayBack
      ? [
          `If it was not you, someone else may have access to your account. Until ${formatMoment(until, letterhead)}, the link below signs everybody else out. ${putsBack}`.trim(),
          { action: 'This was not me', link },
          `Opening the link changes nothing yet. If you need help, write to ${letterhead.supportEmail}.`,
        ]
      : [
          `If it was not you, ${letterhead.signsInAtProvider ? `sign every other browser out, ${changeAtProvider},` : 'choose a new password, which signs everybody else out,'} and write to ${letterhead.supportEmail}.`,
          passwordButton(link, letterhead),
        ];
    return {
      subject,
      greeting: greet(firstName),
      body: [
        `On ${formatMoment(at, letterhead)}, ${happened}`,
        ...(isLastEdit
          ? ['This was the last edit of the plan for this vault. If it is undone, the edit does not count.']
          : []),
        ...ifItWasYou(facts, letterhead),
        ...wayBack,
      ],
    };
  },

  'owner-change-undone': ({ firstName, kind, vaultTitle, isPutBack, signsOut, resetLink, ...back }, letterhead) => ({
    subject: isPutBack ? 'The change was undone' : 'Everybody else was signed out',
    greeting: greet(firstName),
    body: [
      ...(isPutBack ? [undoneWords[kind]?.(vaultTitle, letterhead) ?? ''] : []),
      ...(signsOut
        ? [
            `You used the link in our email, so everybody else was signed out of your account. Please ${letterhead.signsInAtProvider ? changeAtProvider : 'choose a new password'}, so that nobody can use the old one.`,
            passwordButton(resetLink, letterhead),
          ]
        : ['You used the link in our email because you changed your mind. Nobody was signed out.']),
      ...(back.link && back.until
        ? [
            `What was there before you used it is kept until ${formatMoment(back.until, letterhead)}, and can be restored.`,
            { action: 'Restore what was there before', link: back.link },
          ]
        : []),
      `If you did not use that link, someone else may be reading your mail. Please write to ${letterhead.supportEmail}.`,
    ],
  }),
} satisfies Partial<LetterWriters>;

// The dialog that deletes a vault, and the button that removes a date, promise that this letter restores them.
function ifItWasYou({ kind, link, isWayBack, at, before }: FactsOf<'owner-change'>, zone: Zoned): Block[] {
  if (kind === 'email') {
    const from = formatMoment(minutesLater(new Date(at), newAddressHours * 60).toISOString(), zone);
    const wait = `To protect what you have written, it can be read in the account again from ${from}.`;
    return isWayBack
      ? [
          `If it was you, there is nothing to do. ${wait} To read it at once, press “It was me” on the page that the link opens.`,
        ]
      : [`If it was you, there is nothing to do. ${wait} To read it at once, use the email to your previous address.`];
  }
  const what = { 'vault-deletion': 'vault', 'release-date': 'date' }[kind as string];
  if (!what || !isWayBack) return ['If it was you, there is nothing to do.'];
  const verb = kind === 'release-date' && before === null ? 'remove' : 'restore';
  return [
    `If it was you, there is nothing to do. If you changed your mind, ${verb} the ${what} here; nobody is signed out.`,
    { action: `${verb === 'remove' ? 'Remove' : 'Restore'} the ${what}`, link },
  ];
}
