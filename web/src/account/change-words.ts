// What the page behind "This was not me" says of each kind of change. Pure.
import type { OwnerChange } from '@remembrance/contract/owner-changes.ts';

interface ChangeWords {
  /** After "On {date}, ". */
  happened: string;
  /** What one press brings back: before it, and after it. */
  comesBack: { offer: string; done: string };
  /** The words of that press. */
  button: string;
}

const nothing = { comesBack: { offer: '', done: '' }, button: '' };

export function changeInWords({ kind, vaultTitle, earlier }: OwnerChange): ChangeWords {
  const vault = vaultTitle ? `your vault “${vaultTitle}”` : 'your vault';
  const before = earlier?.name ? `${earlier.name} (${earlier.email})` : (earlier?.email ?? '');
  switch (kind) {
    case 'recipient':
      return {
        happened: `the recipient of ${vault} was changed.`,
        comesBack: {
          offer: `makes it a vault for ${before} again.`,
          done: `Your vault is for ${before} again.`,
        },
        button: 'Put the recipient back',
      };
    case 'executor':
      return {
        happened: `the executor of ${vault} was changed.`,
        comesBack: {
          offer: `makes ${before} its executor again, with a new code where one was out.`,
          done: `${before} is the executor again.`,
        },
        button: 'Put the executor back',
      };
    case 'executor-code':
      return { ...nothing, happened: `a new code for ${vault} was sent to its executor.` };
    case 'vault-deletion':
      return {
        happened: `${vault} was deleted.`,
        comesBack: {
          offer: 'brings it back as it was, with its message and files.',
          done: 'Your vault is back as it was, with its message and files.',
        },
        button: 'Bring the vault back',
      };
    case 'export':
      return { ...nothing, happened: 'a copy of everything in your account was downloaded.' };
    case 'passkey-removed':
      return { ...nothing, happened: 'a passkey was removed from your account.' };
    case 'email-asked':
      return {
        happened: 'somebody asked to move your account to another address.',
        comesBack: { offer: 'keeps your address as it is.', done: 'Your address stays as it is.' },
        button: 'Keep my address',
      };
    case 'email':
      return {
        happened: 'your account was moved to another address.',
        comesBack: { offer: `moves it back to ${before}.`, done: `Your account is back at ${before}.` },
        button: 'Put my address back',
      };
  }
}
