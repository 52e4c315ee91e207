// Letters about changes that redirect or destroy something, each with a link to undo it.
import { newAddressHours } from '@remembrance/contract/limits.ts';
import { minutesLater } from '../../platform/lib/clock.ts';
import { changeWords, undoneWords } from './change-words.ts';
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

export const changeLetters = {
  'owner-change': (facts, letterhead) => {
    const { subject, happened, putsBack } = changeWords[facts.kind](facts, letterhead);
    const { firstName, at, until, link, isWayBack } = facts;
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
      body: [`On ${formatMoment(at, letterhead)}, ${happened}`, ...ifItWasYou(facts, letterhead), ...wayBack],
    };
  },

  'owner-change-undone': ({ firstName, kind, vaultTitle, isPutBack, signsOut, resetLink }, letterhead) => ({
    subject: isPutBack ? 'The change was undone' : 'Everybody else was signed out',
    greeting: greet(firstName),
    body: [
      ...(isPutBack ? [undoneWords[kind]?.(vaultTitle, letterhead) ?? ''] : []),
      ...(signsOut
        ? [
            `You used the link in our letter, so everybody else was signed out of your account. Please ${letterhead.signsInAtProvider ? changeAtProvider : 'choose a new password'}, so that nobody can use the old one.`,
            passwordButton(resetLink, letterhead),
          ]
        : ['You used the link in our letter because you changed your mind. Nobody was signed out.']),
      `If you did not use that link, someone else may be reading your mail. Please write to ${letterhead.supportEmail}.`,
    ],
  }),
} satisfies Partial<LetterWriters>;

// The dialog that deletes a vault promises that this letter restores it.
function ifItWasYou({ kind, link, isWayBack, at }: FactsOf<'owner-change'>, zone: Zoned): Block[] {
  if (kind === 'email') {
    const from = formatMoment(minutesLater(new Date(at), newAddressHours * 60).toISOString(), zone);
    const wait = `To protect what you have written, it can be read in the account again from ${from}.`;
    return isWayBack
      ? [
          `If it was you, there is nothing to do. ${wait} To read it at once, press “It was me” on the page that the link opens.`,
        ]
      : [`If it was you, there is nothing to do. ${wait} To read it at once, use the email to your previous address.`];
  }
  if (kind !== 'vault-deletion' || !isWayBack) return ['If it was you, there is nothing to do.'];
  return [
    'If it was you, there is nothing to do. If you changed your mind, restore the vault here; nobody is signed out.',
    { action: 'Restore the vault', link },
  ];
}
