// The words of the operator's commands, which are read before the service is loaded. admin-commands.ts has what each of them does.

export interface CommandWords {
  /** The kind of the command's argument. */
  subject: 'email' | 'account' | 'vault' | 'letter' | null;
  about: string;
  /** Whether the command accepts a message for the owner. */
  takesMessage?: true;
  /** Whether the command accepts which side counts. */
  takesSides?: true;
  /** An irreversible command says what would be done, and needs --yes. */
  needsYes?: true;
}

export interface CommandInput {
  /** An address, or the id of an account, a vault or a letter. */
  subject: string;
  /** Recorded only in the audit. */
  reason: string;
  /** A message in the owner's letter, if the command sends one. */
  message?: string | undefined;
  /** Vault ids, or `all`: the vaults that follow the journal, and the vaults that stay as they are in the database. */
  journal?: string | undefined;
  database?: string | undefined;
  /** Whether --yes was given. */
  isSure?: boolean | undefined;
}

export const commands = {
  suspend: {
    subject: 'email',
    about: 'keeps an owner from signing in; their vaults can still be released',
  },
  restore: {
    subject: 'email',
    about: 'lets a suspended owner sign in again',
  },
  'reset-two-factor': {
    subject: 'email',
    about: 'turns off the second step of an owner who lost it, after seven days; emails let the owner stop it',
  },
  'remove-vault': {
    subject: 'vault',
    about: 'deletes a vault in any state, even a released one, and notifies its owner',
    takesMessage: true,
    needsYes: true,
  },
  'resend-letter': {
    subject: 'letter',
    about: 'retries an email that was given up',
  },
  'clear-reports': {
    subject: 'account',
    about: 'sends the emails of an owner that wait because somebody reported one',
  },
  'reopen-questions': {
    subject: 'vault',
    about: "reopens a recipient's closed questions for a few more answers, and mails a fresh link",
  },
  'confirm-clock': {
    subject: null,
    about: 'confirms that the time of this machine is right, so that held releases continue',
  },
  'lift-hold': {
    subject: null,
    about: 'prints what the journal changed after a restore and what is in doubt; --yes ends the hold',
    takesSides: true,
  },
  'show-vault-state': {
    subject: 'vault',
    about: "prints the state of a vault and its owner's address, without its content and recipient",
  },
} satisfies Record<string, CommandWords>;

export type CommandName = keyof typeof commands;

/** Undefined if there is no such command. Every object has names of its own, such as `toString`. */
export const findCommand = (name: string): (CommandWords & { name: CommandName }) | undefined =>
  Object.hasOwn(commands, name) ? { ...commands[name as CommandName], name: name as CommandName } : undefined;
