// `npm run admin -- <command> <about> --reason "<why>"`: runs an operator's command, whether or not the service is running.
import type { Services } from '../services.ts';
import { findCommand } from './admin/command-words.ts';
import { prepareCommand, subjects, usage } from './admin/prepare-command.ts';
import {
  CommandRefused,
  printAnswer,
  readCommandLine,
  refuseOtherOptions,
  unknownCommand,
} from './run/command-line.ts';
import { runByItself, runWithServices } from './run/run-command.ts';

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
  json: yes,
  yes,
};
type Values = {
  [Name in keyof typeof options]?: (Name extends 'failed' | 'json' | 'yes' ? boolean : string) | undefined;
};

interface Look {
  options: string[];
  /** Whether the command takes an address. */
  takesAddress?: true;
  run(services: Services, values: Values, address: string): Promise<string>;
}

/** These change nothing, so they need no reason. */
const looks: Record<string, Look> = {
  audit: {
    options: ['vault', 'account', 'network', 'since', 'json'],
    async run(services, values) {
      const { runAudit } = await import('./admin/admin-audit.ts');
      return printAnswer(await runAudit(services, values), values.json);
    },
  },
  find: {
    options: ['json'],
    takesAddress: true,
    async run(services, { json }, address) {
      const { find } = await import('./admin/admin-lists.ts');
      return printAnswer(await find(services, address), json);
    },
  },
  letters: {
    options: ['failed', 'json'],
    async run(services, { failed, json }) {
      const { showLetters } = await import('./admin/admin-lists.ts');
      return printAnswer(await showLetters(services, failed === true), json);
    },
  },
  status: {
    options: ['json'],
    async run(services, { json }) {
      const { showStatus } = await import('./admin/admin-lists.ts');
      return printAnswer(await showStatus(services), json);
    },
  },
  'test-bounces': {
    options: [],
    async run(services) {
      const { testBounces } = await import('./admin/test-bounces.ts');
      return testBounces(services);
    },
  },
  'test-letter': {
    options: [],
    async run(services) {
      const { sendTestLetter } = await import('./admin/test-letter.ts');
      return sendTestLetter(services);
    },
  },
};

// It also examines settings that open nothing.
if (process.argv[2] === 'doctor')
  await runByItself(async () => {
    const { positionals, values } = readCommandLine({ usage: usage(), options, words: 2 });
    if (positionals.length > 1) throw new CommandRefused(`“${positionals[1]}” is one argument too many.\n${usage()}`);
    refuseOtherOptions('doctor', values, ['json']);
    const { examineInstallation } = await import('./doctor/examine-installation.ts');
    return printAnswer(await examineInstallation(), values.json);
  });
else await runWithServices(prepareLookOrAct);

function prepareLookOrAct(): (services: Services) => Promise<string> {
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
}

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
