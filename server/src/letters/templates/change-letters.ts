// Letters about changes that redirect or destroy something, each with a link to undo it.
import type { FactsOf } from './letter-content.ts';
import {
  type Block,
  changeAtProvider,
  formatMoment,
  greet,
  type LetterWriters,
  type Owner,
  passwordButton,
} from './letter-words.ts';

type Change = FactsOf<'owner-change'>;

interface Words {
  subject: string;
  /** What happened, after "On {moment}". */
  happened: string;
  /** The link's effect besides signing everybody else out; empty if nothing can be restored. */
  putsBack: string;
}

const words: Record<
  Change['kind'],
  (facts: Pick<Change, 'vaultTitle' | 'before' | 'after' | 'until'>, owner: Owner) => Words
> = {
  recipient: ({ vaultTitle, before, after }) => ({
    subject: 'Your vault now goes to someone else',
    happened: `the recipient of your vault “${vaultTitle}” was changed. It was for ${before}. Now it is for ${after}.`,
    putsBack: 'You can restore the previous recipient.',
  }),
  questions: ({ vaultTitle, after }) => ({
    subject: 'The security questions of your vault were changed',
    happened: `the security questions of your vault “${vaultTitle}”, or the answers to them, were changed. The vault now asks ${after}. We do not repeat the questions in a letter. You can read them in your vault.`,
    putsBack: 'You can restore the previous questions and answers.',
  }),
  content: ({ vaultTitle, after, until }, zone) => ({
    subject: 'The content of your vault was changed',
    happened: `the content of your vault “${vaultTitle}” was changed: ${after}. We keep the previous content until ${formatMoment(until, zone)}.`,
    putsBack: 'You can restore the previous message and files. Files added since then are then removed.',
  }),
  'release-date': (facts, owner) => dateWords(facts, owner),
  executor: ({ vaultTitle, before, after }) => ({
    subject: 'The executor of your vault was changed',
    happened: `the executor of your vault “${vaultTitle}” was changed. It was ${before}. Now it is ${after}.`,
    putsBack: 'You can restore the previous executor, who then gets a new code.',
  }),
  'executor-added': ({ vaultTitle, after }) => ({
    subject: 'Your vault has a new executor',
    happened: `${after} was added as an executor of your vault “${vaultTitle}”, and can release it with their own code.`,
    putsBack: 'You can remove them again; their code then stops working.',
  }),
  'executor-code': ({ vaultTitle, after }) => ({
    subject: 'A new executor code was sent',
    happened: `a new code for your vault “${vaultTitle}” was sent to its executor, ${after}. The previous code no longer works.`,
    putsBack: '',
  }),
  'vault-deletion': ({ vaultTitle, until }, zone) => ({
    subject: 'Your vault was deleted',
    happened: `your vault “${vaultTitle}” was deleted. It is hidden now and nobody can release it. On ${formatMoment(until, zone)} we permanently delete its message and files.`,
    putsBack: 'Until then you can restore it as it was.',
  }),
  export: () => ({
    subject: 'Everything in your account was downloaded',
    happened: 'a copy of everything in your account was downloaded: your vaults with their messages and files.',
    putsBack: '',
  }),
  'passkey-removed': ({ before }) => ({
    subject: 'A passkey was removed',
    happened: `the passkey “${before}” was removed from your account. It can no longer be used to sign in.`,
    putsBack: '',
  }),
  'sessions-ended': ({ before }) => ({
    subject: before ? 'A browser was signed out' : 'Your other browsers were signed out',
    happened: before
      ? `a browser was signed out of your account: ${before}. This was done from another browser.`
      : 'all browsers except one were signed out of your account.',
    putsBack: '',
  }),
  'plan-cancelled': ({ before, after }, zone) => ({
    subject: 'Your plan was cancelled',
    happened: after
      ? `your plan ${before} was cancelled. It ends on ${formatMoment(after, zone)}. Until then, you can undo the cancellation under Billing. Your vaults stay, and your executors can still release them.`
      : `your plan ${before} was cancelled and has ended. Your vaults stay, and your executors can still release them.`,
    putsBack: '',
  }),
  name: ({ before, after }) => ({
    subject: 'The name on your account was changed',
    happened: `the name on your account was changed from ${before} to ${after}. Our letters to your executors and recipients use the new name.`,
    putsBack: 'You can restore the previous name.',
  }),
  'email-asked': ({ after }) => ({
    subject: 'A new address for your account',
    happened: `someone who is signed in to your account asked to move it to the address ${after}. It moves when that address is confirmed.`,
    putsBack: 'The address then does not change.',
  }),
  email: ({ before, after }, { signsInAtProvider }) => ({
    subject: 'The address of your account was changed',
    happened: `your account was moved from the address ${before} to ${after}. ${signsInAtProvider ? 'Our letters go there; you sign in at your provider as before.' : 'You sign in with the new address, and our letters go there.'}`,
    putsBack: 'You can restore the previous address.',
  }),
};

/** `before` and `after` are instants; null for no date. */
function dateWords({ vaultTitle, before, after }: Pick<Change, 'vaultTitle' | 'before' | 'after'>, zone: Owner): Words {
  if (!after)
    return {
      subject: 'The release date of your vault was removed',
      happened: `the release date of your vault “${vaultTitle}”, ${formatMoment(before ?? '', zone)}, was removed. Only its executor can release it now.`,
      putsBack: 'You can restore the date while it is still in the future.',
    };
  const delivery = 'We will deliver it to its recipient then, and a delivery cannot be undone.';
  if (!before)
    return {
      subject: 'Your vault has a release date',
      happened: `a release date was set for your vault “${vaultTitle}”: ${formatMoment(after, zone)}. ${delivery}`,
      putsBack: 'You can remove the date again.',
    };
  return {
    subject: 'The release date of your vault was changed',
    happened: `the release date of your vault “${vaultTitle}” was changed from ${formatMoment(before, zone)} to ${formatMoment(after, zone)}. ${delivery}`,
    putsBack: 'You can restore the previous date while it is still in the future.',
  };
}

export const changeLetters = {
  'owner-change': (facts, letterhead) => {
    const { subject, happened, putsBack } = words[facts.kind](facts, letterhead);
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
      body: [`On ${formatMoment(at, letterhead)}, ${happened}`, ...ifItWasYou(facts), ...wayBack],
    };
  },

  'owner-change-undone': ({ firstName, kind, vaultTitle, isPutBack, signsOut, resetLink }, letterhead) => ({
    subject: isPutBack ? 'The change was undone' : 'Everybody else was signed out',
    greeting: greet(firstName),
    body: [
      ...(isPutBack ? [undone[kind]?.(vaultTitle, letterhead) ?? ''] : []),
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
function ifItWasYou({ kind, link, isWayBack }: FactsOf<'owner-change'>): Block[] {
  if (kind !== 'vault-deletion' || !isWayBack) return ['If it was you, there is nothing to do.'];
  return [
    'If it was you, there is nothing to do. If you changed your mind, restore the vault here; nobody is signed out.',
    { action: 'Restore the vault', link },
  ];
}

const undone: Partial<Record<Change['kind'], (vaultTitle: string | null, owner: Owner) => string>> = {
  recipient: (title) => `Your vault “${title}” is for the previous recipient again.`,
  questions: (title) => `Your vault “${title}” has its previous questions and answers again.`,
  content: (title) => `Your vault “${title}” has its previous message and files again.`,
  'release-date': (title) => `The change to the release date of your vault “${title}” was undone.`,
  executor: (title) =>
    `Your vault “${title}” has its previous executor again. If they already had a code, we send them a new one.`,
  'executor-added': (title) =>
    `The executor who was added to your vault “${title}” is removed, and their code no longer works. If the vault now has neither an executor nor a release date, please add an executor or a date. Without either, the vault can never be delivered.`,
  'vault-deletion': (title) =>
    `Your vault “${title}” is back, with its message and files, and can be released again as you had arranged.`,
  name: () => 'Your account has its previous name again.',
  'email-asked': () => 'The address of your account was not changed.',
  email: (_title, { signsInAtProvider }) =>
    `Your account has its previous address again. ${signsInAtProvider ? 'Our' : 'You sign in with it, and our'} letters go there.`,
};
