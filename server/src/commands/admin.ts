// `npm run admin -- <command> <about> --reason "<why>"`: runs an operator's command, whether or not the service is running.
import { runAudit } from './admin-audit.ts';
import { commands, runCommand, usage } from './admin-commands.ts';
import { readCommandLine } from './command-line.ts';
import { CommandRefused } from './command-refused.ts';
import { runWithServices } from './run-with-services.ts';

const text = { type: 'string' } as const;
const options = { reason: text, message: text, vault: text, account: text, network: text, since: text };

await runWithServices(() => {
  const { positionals, values } = readCommandLine({ usage: usage(), options, words: 2 });
  const [name = '', subject = ''] = positionals;
  if (name === 'audit') return (services) => runAudit(services, values);
  const command = commands[name];
  if (!command || (command.subject !== null && subject === '')) throw new CommandRefused(usage());
  const input = { subject, reason: values.reason ?? '', message: values.message };
  return (services) => runCommand(services, name, input);
});
