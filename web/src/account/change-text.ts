// The texts of the "This was not me" page for each kind of change. Pure.
import { ownerChangeDays } from '@remembrance/contract/limits.ts';
import type { OwnerChange } from '@remembrance/contract/owner-changes.ts';
import { longDate } from '../lib/dates.ts';

interface ChangeText {
  /** The rest of the sentence that begins with "On {date}, ". */
  happened: string;
  /** What the button restores, before and after the press. */
  offer: string;
  done: string;
  button: string;
}

function dateOffer(earlier: OwnerChange['earlierDate']): string {
  if (earlier === undefined) return 'restores the previous release date, or removes the date if there was none.';
  return earlier === null
    ? 'removes the release date, as there was none before.'
    : `restores the release date ${longDate(earlier)}.`;
}

const nothing = { offer: '', done: '', button: '' };

export function changeText({ kind, vaultTitle, earlier, earlierDate, isUndo }: OwnerChange): ChangeText {
  const vault = vaultTitle ? `your vault “${vaultTitle}”` : 'your vault';
  const name = earlier?.name ? `${earlier.name} (${earlier.email})` : (earlier?.email ?? '');
  const before = kind === 'release-date' ? dateOffer(earlierDate) : name;
  const text = texts[kind](vault, before);
  return isUndo
    ? { ...text, happened: `a change of ${vaultTitle ? vault : 'your account'} was undone by the link in our email.` }
    : text;
}

/** What would be replaced as well, because it was changed later. Empty if nothing would. */
export function newerText({ newer, kind }: OwnerChange): string {
  if (newer.length === 0) return '';
  const parts = {
    message: 'the message, which was written again later',
    files: 'the files that were added later',
    other: kind === 'content' ? 'later changes of the files' : 'a later change of the same kind',
  };
  return `It also replaces ${new Intl.ListFormat('en').format(newer.map((part) => parts[part]))}. We keep what is replaced for ${ownerChangeDays} days, and our email about it can bring it back. If you want to undo only the last change, use the link in the newest email.`;
}

const texts: Record<OwnerChange['kind'], (vault: string, before: string) => ChangeText> = {
  title: (vault) => ({
    happened: `the title of ${vault} was changed.`,
    offer: 'restores the previous title.',
    done: 'The previous title is restored.',
    button: 'Restore the title',
  }),
  recipient: (vault, before) => ({
    happened: `the recipient of ${vault} was changed.`,
    offer: `restores ${before} as the recipient.`,
    done: `${before} is the recipient again.`,
    button: 'Restore the recipient',
  }),
  questions: (vault) => ({
    happened: `the security questions of ${vault} were changed.`,
    offer: 'restores the previous questions and answers.',
    done: 'The previous questions and answers are restored.',
    button: 'Restore the questions',
  }),
  content: (vault) => ({
    happened: `the message or the files of ${vault} were changed.`,
    offer: 'restores the previous message and files.',
    done: 'The previous message and files are restored.',
    button: 'Restore the content',
  }),
  'release-settings': (vault) => ({
    happened: `what happens before a release of ${vault} was changed.`,
    offer: 'restores what was chosen before.',
    done: 'What was chosen before is restored.',
    button: 'Restore the choice',
  }),
  'release-date': (vault, offer) => ({
    happened: `the release date of ${vault} was changed.`,
    offer,
    done: 'The change to the release date was undone. If the vault now has neither an executor nor a release date, nobody can release it: please add one of them.',
    button: 'Undo the change',
  }),
  delivery: (vault) => ({
    happened: `the choice of what we do if nobody opens our email after a release of ${vault} was changed.`,
    offer: 'restores what was there before.',
    done: 'What was there before is restored.',
    button: 'Restore it',
  }),
  executor: (vault, before) => ({
    happened: `the executor of ${vault} was changed.`,
    offer: `restores ${before} as the executor, with the second address from before, if there was one. If that takes an address away and they had a code, we send a new one.`,
    done: `${before} is the executor again. If that took an address away and they had a code, we have sent a new one, and the previous code no longer works.`,
    button: 'Restore the executor',
  }),
  'executor-added': (vault) => ({
    happened: `an executor was added to ${vault}.`,
    offer:
      'removes that executor. Their code then stops working. If the vault then has neither an executor nor a release date, nobody can release it until you add one of them.',
    done: 'That executor is removed, and their code no longer works. If the vault now has neither an executor nor a release date, nobody can release it: please add one of them.',
    button: 'Remove the executor',
  }),
  'executor-code': (vault) => ({ ...nothing, happened: `a new code for ${vault} was sent to its executor.` }),
  'vault-deletion': (vault) => ({
    happened: `${vault} was deleted.`,
    offer: 'restores it with its message and files.',
    done: 'Your vault is restored, with its message and files.',
    button: 'Restore the vault',
  }),
  release: (vault) => ({
    happened: `${vault} was released.`,
    offer: 'undoes the release.',
    done: 'The release is undone, and the vault is active again. Executors keep their codes, and we have emailed them.',
    button: 'Undo the release',
  }),
  export: () => ({ ...nothing, happened: 'a copy of everything in your account was downloaded.' }),
  'passkey-added': () => ({
    happened: 'a passkey was added to your account.',
    offer: 'removes that passkey.',
    done: 'The added passkey was removed. It can no longer be used to sign in.',
    button: 'Remove the passkey',
  }),
  'passkey-removed': () => ({ ...nothing, happened: 'a passkey was removed from your account.' }),
  'two-factor-on': () => ({
    happened: 'the second step at sign-in was turned on.',
    offer: 'turns the second step off again.',
    done: 'The second step is off again.',
    button: 'Turn it off',
  }),
  'two-factor-off': () => ({
    happened: 'the second step at sign-in was turned off.',
    offer: 'turns it on again, with your previous authenticator app and recovery codes.',
    done: 'The second step is on again, with your previous authenticator app and recovery codes, except codes that you have stopped.',
    button: 'Turn it on again',
  }),
  'recovery-codes-renewed': () => ({
    happened: 'new recovery codes were created for your account. The previous codes no longer work.',
    offer: 'stops the new codes from working. You can create others in your account afterwards.',
    done: 'The new recovery codes no longer work. Please create others in your account.',
    button: 'Stop the new codes',
  }),
  'provider-linked': () => ({
    ...nothing,
    happened: 'your account was linked to your sign-in provider. The password and all passkeys were removed.',
  }),
  'token-created': () => ({ ...nothing, happened: 'a token that can read your account was created.' }),
  'sessions-ended': () => ({
    ...nothing,
    happened: 'a browser was signed out of your account. This was done from another browser.',
  }),
  'plan-cancelled': () => ({ ...nothing, happened: 'a plan of your account was cancelled.' }),
  'check-in': () => ({
    happened: 'the check-in of your account was changed: it asks less than before.',
    offer: 'restores what asked more than now.',
    done: 'The check-in asks as it did before.',
    button: 'Restore the check-in',
  }),
  name: () => ({
    happened: 'the name on your account was changed.',
    offer: 'restores the previous name.',
    done: 'The previous name is restored.',
    button: 'Restore my name',
  }),
  'email-asked': () => ({
    happened: 'someone asked to change the email address of your account.',
    offer: 'keeps your current address.',
    done: 'Your address stays the same.',
    button: 'Keep my address',
  }),
  email: (_, before) => ({
    happened: 'the email address of your account was changed.',
    offer: `restores ${before}.`,
    done: `Your address is ${before} again.`,
    button: 'Restore my address',
  }),
};
