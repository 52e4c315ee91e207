// `npm run admin -- <command> <about> --reason "<why>"`: the operator's commands, beside a running or a stopped service.
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { CommandRefused, commands, runCommand, usage } from './admin-commands.ts';
import { readConfig } from './config.ts';
import { StartRefused } from './lib/start-refused.ts';
import { createServices } from './services.ts';

const options = { reason: { type: 'string' }, tell: { type: 'string' } } as const;

try {
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  const [name = '', subject = ''] = positionals;
  const command = commands[name];
  if (!command || (command.subject !== null && subject === '')) throw new CommandRefused(usage());
  const services = await createServices(readConfig(), pino({ level: 'error' }));
  try {
    await services.queue.start();
    const order = { subject, reason: values.reason ?? '', words: values.tell };
    process.stdout.write(`${await runCommand(services, name, order)}\n`);
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
