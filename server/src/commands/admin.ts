// `npm run admin -- <command> <about> --reason "<why>"`: runs an operator's command, whether or not the service is running.
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { readConfig } from '../config.ts';
import { StartRefused } from '../lib/start-refused.ts';
import { createServices } from '../services.ts';
import { runAudit } from './admin-audit.ts';
import { commands, runCommand, usage } from './admin-commands.ts';
import { CommandRefused } from './command-refused.ts';

const text = { type: 'string' } as const;
const options = { reason: text, tell: text, vault: text, account: text, network: text, since: text };

try {
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  const [name = '', subject = ''] = positionals;
  const command = commands[name];
  const isAudit = name === 'audit';
  if (!isAudit && (!command || (command.subject !== null && subject === ''))) throw new CommandRefused(usage());
  const services = await createServices(readConfig(), pino({ level: 'error' }));
  try {
    await services.queue.start();
    const input = { subject, reason: values.reason ?? '', message: values.tell };
    const output = name === 'audit' ? runAudit(services, values) : runCommand(services, name, input);
    process.stdout.write(`${await output}\n`);
  } finally {
    await services.queue.stop();
    await services.sandbox?.stop();
    await services.mailer.close?.();
    await services.closeDatabase();
  }
} catch (error) {
  const expected = error instanceof CommandRefused || error instanceof StartRefused || error instanceof TypeError;
  process.stderr.write(`${expected ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
