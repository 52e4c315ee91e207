// Parses the command after `npm run admin`: every command with its description, and what is refused before anything is opened.
import { isId } from '../../platform/lib/ids.ts';
import { CommandRefused, refuseLongText, refuseWithoutYes, unknownCommand } from '../run/command-line.ts';
import type { AdminServices } from './admin-records.ts';
import { type CommandInput, type CommandWords, commands, findCommand } from './command-words.ts';

export const subjects = { email: 'address', account: 'account id', vault: 'vault id', letter: 'letter id' } as const;

const lookups = [
  [
    'find <address or account id>',
    'the account, its reports and its vaults, and the vaults it is an executor or recipient of',
  ],
  ['letters [--failed]', 'the waiting emails, or the emails that were given up'],
  ['status', 'what does not work, and a count of everything else'],
  ['doctor', 'tests everything that a running service needs: one line each, and what to do'],
  ['audit', 'what was done and refused: [--vault <id>] [--account|--network <address or digest>] [--since 7d]'],
  ['test-bounces', 'sends an email to the bounce address, and waits until it is in its mailbox'],
  ['test-letter', "sends the operator an email, and prints the mail server's answer"],
] as const;

export function usage(): string {
  const lineOf = (words: string, about: string) => `  ${words.padEnd(32)} ${about}`;
  const listed = Object.entries<CommandWords>(commands).map(([name, { subject, about, needsYes }]) =>
    lineOf(`${name}${subject ? ` <${subjects[subject]}>` : ''}${needsYes ? ' --yes' : ''}`, about),
  );
  return `npm run admin -- <command> <about> --reason "<why>"

${listed.join('\n')}

If vaults were changed on both sides, lift-hold needs to know which counts: --journal <ids>, --database <ids>, each with commas, or “all” for the others.
The reason is recorded in the audit. If it is about a vault, its owner reads it in the vault's activity. A message for the owner: --message "<message>".

These change nothing and need no reason. With --json the first five print JSON:

${lookups.map(([words, about]) => lineOf(words, about)).join('\n')}`;
}

/**
 * Refuses invalid input before anything is opened.
 * @throws {CommandRefused} with the line to print
 */
export function prepareCommand(name: string, input: CommandInput): (services: AdminServices) => Promise<string> {
  const command = findCommand(name);
  const { subject, message, isSure } = input;
  const reason = input.reason.trim();
  if (!command) throw unknownCommand(name, usage());
  if (reason === '') throw new CommandRefused('Give a reason: --reason "<why>".');
  refuseLongText('--reason', reason);
  refuseLongText('--message', message ?? '');
  if (message !== undefined && !command.takesMessage) {
    throw new CommandRefused(`${name} takes no message for the owner.`);
  }
  const { journal, database } = input;
  if ((journal ?? database) !== undefined && !command.takesSides)
    throw new CommandRefused(`${name} does not take --journal or --database.`);
  if (command.subject && command.subject !== 'email' && !isId(subject)) {
    throw new CommandRefused(`"${subject}" is not a valid ${subjects[command.subject]}.`);
  }
  return async (services) => {
    const { commandRuns } = await import('./admin-commands.ts');
    const found = commandRuns[command.name];
    if (found.describe) refuseWithoutYes(isSure, await found.describe(services, subject));
    return found.run(services, { ...input, reason });
  };
}
