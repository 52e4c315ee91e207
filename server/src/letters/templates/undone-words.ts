// What an undo has restored, for the letter about it, by the kind of change.
import type { FactsOf } from './letter-content.ts';
import type { LetterOwner } from './letter-words.ts';

type Kind = FactsOf<'owner-change'>['kind'];

/** After an undo that may remove the last way in which a vault is released. It is never refused: what it removes may be a thief's. */
const withoutWay =
  'If the vault now has neither an executor nor a release date, please add an executor or a date. Without either, the vault can never be delivered.';

export const undoneWords: Partial<Record<Kind, (vaultTitle: string | null, owner: LetterOwner) => string>> = {
  title: (title) => `Your vault has its previous title again. It was “${title}”.`,
  recipient: (title) => `Your vault “${title}” is for the previous recipient again.`,
  questions: (title) => `Your vault “${title}” has its previous questions and answers again.`,
  content: (title) => `Your vault “${title}” has its previous message and files again.`,
  'release-date': (title) => `The change to the release date of your vault “${title}” was undone. ${withoutWay}`,
  delivery: (title) => `What we do if nobody opens our email about your vault “${title}” is as it was before.`,
  'release-settings': (title) => `Your vault “${title}” is protected before a release as it was before.`,
  executor: (title) =>
    `Your vault “${title}” has its previous executor again, with the addresses from before. If that took an address away and they had a code, we have sent a new one, and the previous code no longer works.`,
  'executor-added': (title) =>
    `The executor who was added to your vault “${title}” is removed, and their code no longer works. ${withoutWay}`,
  'vault-deletion': (title) =>
    `Your vault “${title}” is back, with its message and files, and can be released again as you had arranged.`,
  release: (title) => `The release of your vault “${title}” was undone.`,
  'passkey-added': () => 'The added passkey was removed from your account. It can no longer be used to sign in.',
  'two-factor-on': () => 'The second step at sign-in is off again.',
  'two-factor-off': () =>
    'The second step at sign-in is on again, with your previous authenticator app and recovery codes, except codes that you have stopped.',
  'recovery-codes-renewed': () =>
    'The new recovery codes no longer work, and neither do the previous ones. Please create others in your account.',
  'check-in': () => 'Your check-in asks as it did before, or more, if you have chosen more since.',
  name: () => 'Your account has its previous name again.',
  'email-asked': () => 'The address of your account was not changed.',
  email: (_title, { signsInAtProvider }) =>
    `Your account has its previous address again. ${signsInAtProvider ? 'Our' : 'You sign in with it, and our'} emails go there.`,
};
