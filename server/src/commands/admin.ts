// `npm run admin -- <command> <about> --reason "<why>"`: runs an operator's command, whether or not the service is running.
import type { Services } from '../services.ts';
import { runAudit } from './admin/admin-audit.ts';
import { findCommand } from './admin/admin-commands.ts';
import { find, showLetters, showStatus } from './admin/admin-lists.ts';
import { prepareCommand, subjects, usage } from './admin/prepare-command.ts';
import { sendTestLetter } from './admin/test-letter.ts';
import { CommandRefused, readCommandLine, refuseOtherOptions, unknownCommand } from './run/command-line.ts';
import { runWithServices } from './run/run-command.ts';

const text = { type: 'string' } as const;
const yes = { type: 'boolean' } as const;
const options = {
  reason: text,
  message: text,
  journal: text,
  database: text,
  vault: text,
  account: text,
  network: text,
  since: text,
  failed: yes,
  yes,
};
type Values = { [Name in keyof typeof options]?: (Name extends 'failed' | 'yes' ? boolean : string) | undefined };

interface Look {
  options: string[];
  /** Whether the command takes an address. */
  takesAddress?: true;
  run(services: Services, values: Values, address: string): Promise<string>;
}

/** These change nothing, so they need no reason. */
const looks: Record<string, Look> = {
  audit: { options: ['vault', 'account', 'network', 'since'], run: (services, values) => runAudit(services, values) },
  find: { options: [], takesAddress: true, run: (services, _, address) => find(services, address) },
  letters: { options: ['failed'], run: (services, { failed }) => showLetters(services, failed === true) },
  status: { options: [], run: (services) => showStatus(services) },
  'test-letter': { options: [], run: sendTestLetter },
};

await runWithServices(() => {
  const { positionals, values } = readCommandLine({ usage: usage(), options, words: 2 });
  const [name = '', subject = ''] = positionals;
  const look = Object.hasOwn(looks, name) ? looks[name] : undefined;
  const command = findCommand(name);
  if (!look && !command) throw unknownCommand(name, usage());
  const about = look ? (look.takesAddress ? 'email' : null) : (command?.subject ?? null);
  if (about && subject === '')
    throw new CommandRefused(`${name} needs its ${subjects[about]}: npm run admin -- ${name} <${subjects[about]}>`);
  if (!about && subject !== '') throw new CommandRefused(`“${subject}” is one argument too many.\n${usage()}`);
  if (look) {
    refuseOtherOptions(name, values, look.options);
    return (services) => look.run(services, values, subject);
  }
  refuseOtherOptions(name, values, ['reason', 'message', 'journal', 'database', 'yes']);
  const { reason = '', yes: isSure, message, journal, database } = values;
  return withJournal(prepareCommand(name, { subject, reason, message, journal, database, isSure }));
});

/** The journal must not wait for a start: a restore in the meantime would undo what the operator did. */
function withJournal(act: (services: Services) => Promise<string>): (services: Services) => Promise<string> {
  return async (services) => {
    const answer = await act(services);
    const isWritten = await services.writeJournal().then(
      () => true,
      () => false,
    );
    return isWritten
      ? answer
      : `${answer}\nThe journal cannot be written now. The service writes it as soon as it can.`;
  };
}
