// The texts of the letters about each kind of change: what happened, and what the link restores.
import { dateWords, type Words } from './date-words.ts';
import type { FactsOf } from './letter-content.ts';
import { asWritten, formatMoment, type LetterOwner } from './letter-words.ts';

type Change = FactsOf<'owner-change'>;

export const changeWords: Record<
  Change['kind'],
  (facts: Pick<Change, 'vaultTitle' | 'before' | 'after' | 'until'>, owner: LetterOwner) => Words
> = {
  title: ({ before, after }) => ({
    subject: 'The title of your vault was changed',
    happened: `the title of your vault “${before}” was changed to “${after}”.`,
    putsBack: 'You can restore the previous title.',
  }),
  recipient: ({ vaultTitle, before, after }) => ({
    subject: 'Your vault now goes to someone else',
    happened: `the recipient of your vault “${vaultTitle}” was changed. It was for ${before}. Now it is for ${after}.`,
    putsBack: 'You can restore the previous recipient.',
  }),
  questions: ({ vaultTitle, after }) => ({
    subject: 'The security questions of your vault were changed',
    happened: `the security questions of your vault “${vaultTitle}”, or the answers to them, were changed. The vault now asks ${after}. We do not repeat the questions in an email. You can read them in your vault.`,
    putsBack: 'You can restore the previous questions and answers.',
  }),
  content: ({ vaultTitle, after, until }, zone) => ({
    subject: 'The content of your vault was changed',
    happened: `the content of your vault “${vaultTitle}” was changed: ${after}. We keep the previous content until ${formatMoment(until, zone)}.`,
    putsBack:
      'You can restore the previous message and files. What was changed since then is replaced, and we keep it for seven days.',
  }),
  'release-date': (facts, owner) => dateWords(facts, owner),
  delivery: ({ vaultTitle, before, after }) => ({
    subject: 'Your choice for an unopened email was changed',
    happened: `the choice of what we do if nobody opens our email after a release of your vault “${vaultTitle}” was changed. ${after ? `We then also write to ${after}.` : `There is no second address${before ? `; it was ${before}` : ''}.`} The page of the vault shows what is chosen.`,
    putsBack: 'You can restore what was there before.',
  }),
  'release-settings': ({ vaultTitle, before, after }) => ({
    subject: 'Your choice for the time before a release was changed',
    happened: `what happens before a release of your vault “${vaultTitle}” was changed. Before: ${before}. Now: ${after}. A wait that has begun does not change.`,
    putsBack: 'You can restore what was chosen before.',
  }),
  executor: ({ vaultTitle, before, after }) => ({
    subject: 'The executor of your vault was changed',
    happened: `the executor of your vault “${vaultTitle}” was changed. It was ${before}. Now it is ${after}.`,
    putsBack: 'You can restore what was there before. If that takes an address away, we send a new code.',
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
  release: ({ vaultTitle }) => ({
    subject: 'Your vault was released',
    happened: `your vault “${vaultTitle}” was released.`,
    putsBack: 'You can undo the release until its recipient has confirmed who they are.',
  }),
  export: () => ({
    subject: 'Everything in your account was downloaded',
    happened: 'a copy of everything in your account was downloaded: your vaults with their messages and files.',
    putsBack: '',
  }),
  'passkey-added': (_, { signsInAtProvider }) => ({
    subject: 'A passkey was added to your account',
    happened: `a passkey was added to your account. It can be used to sign in without ${signsInAtProvider ? 'your provider' : 'your password'}.`,
    putsBack: 'You can remove that passkey.',
  }),
  'passkey-removed': ({ before }) => ({
    subject: 'A passkey was removed',
    happened: `the passkey “${before}” was removed from your account. It can no longer be used to sign in.`,
    putsBack: '',
  }),
  'two-factor-on': () => ({
    subject: 'The second step at sign-in was turned on',
    happened: 'the second step at sign-in was turned on. From now on we ask for a code from an authenticator app.',
    putsBack: 'You can turn it off again.',
  }),
  'two-factor-off': (_, { signsInAtProvider }) => ({
    subject: 'The second step at sign-in was turned off',
    happened: `the second step at sign-in was turned off. From now on you sign in ${signsInAtProvider ? 'only at your provider' : 'with your password, and in each new browser we also ask once for a code from this mailbox'}.`,
    putsBack: 'You can turn it on again, with your previous authenticator app and recovery codes.',
  }),
  'recovery-codes-renewed': () => ({
    subject: 'New recovery codes were created',
    happened: 'new recovery codes were created for your account. The previous codes no longer work.',
    putsBack: 'You can stop the new codes from working, and create others in your account afterwards.',
  }),
  'provider-linked': () => ({
    subject: 'Your account was linked to your sign-in provider',
    happened:
      'your account was linked to your sign-in provider, which uses the same email address. The password and all passkeys were removed. Every browser was signed out.',
    putsBack: '',
  }),
  'token-created': ({ after }) => ({
    subject: 'A token that can read your account was created',
    happened: `the read-only token “${after}” was created in your account. A program that has it can read your vaults with their messages and files, and change nothing. It is listed with your browsers under Account, where you can end it.`,
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
      ? `your plan ${before} was cancelled. It ends on ${formatMoment(after, zone)}. Until then, you can undo the cancellation under Billing. Your vaults stay, and can still be released.`
      : `your plan ${before} was cancelled and has ended. Your vaults stay, and can still be released.`,
    putsBack: '',
  }),
  'check-in': ({ before, after }) => ({
    subject: 'Your check-in asks less than before',
    happened: `the check-in of your account was changed. It was: ${before}. Now it is: ${after}.`,
    putsBack: 'You can restore what asked more.',
  }),
  name: ({ before, after }) => ({
    subject: 'The name on your account was changed',
    happened: `the name on your account was changed from ${before} to ${after}. Our emails to your executors and recipients use the new name.`,
    putsBack: 'You can restore the previous name.',
  }),
  'email-asked': ({ after }) => ({
    subject: 'A new address for your account',
    happened: `someone who is signed in to your account asked to move it to the address ${after}. It moves when that address is confirmed.`,
    putsBack: 'The address then does not change.',
  }),
  email: ({ before, after }, { signsInAtProvider }) => ({
    subject: 'The address of your account was changed',
    happened: `your account was moved from the address ${before} to ${after}. ${signsInAtProvider ? 'Our emails go there; you sign in at your provider as before.' : 'You sign in with the new address, and our emails go there.'}`,
    putsBack: 'You can restore the previous address.',
  }),
};

/** The values of the other kinds are ours: a date, a count, a plan, a browser. */
const writtenValues: readonly Change['kind'][] = [
  ...(['title', 'recipient', 'executor', 'executor-added', 'executor-code', 'delivery'] as const),
  ...(['passkey-removed', 'token-created', 'name', 'email-asked', 'email'] as const),
];

/** The facts with the values that a person wrote marked as such. */
export function markValues<Facts extends Pick<Change, 'kind' | 'before' | 'after'>>(facts: Facts): Facts {
  if (!writtenValues.includes(facts.kind)) return facts;
  const mark = (value: string | null) => value && asWritten(value);
  return { ...facts, before: mark(facts.before), after: mark(facts.after) };
}
