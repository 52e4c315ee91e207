// `npm run admin -- <command> <about> --reason "<why>"`: the operator's commands, beside a running or a stopped service.
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { CommandRefused, commands, runCommand, usage } from './admin-commands.ts';
import { ConfigError, readConfig } from './config.ts';
import { createServices } from './services.ts';

try {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { reason: { type: 'string' } } });
  const [name = '', subject = ''] = positionals;
  if (!commands[name] || subject === '') throw new CommandRefused(usage());
  const services = await createServices(readConfig(), pino({ level: 'error' }));
  try {
    await services.queue.start();
    process.stdout.write(`${await runCommand(services, name, subject, values.reason ?? '')}\n`);
  } finally {
    await services.queue.stop();
    await services.sandbox?.stop();
    await services.mailer.close?.();
    await services.closeDatabase();
  }
} catch (error) {
  const expected = error instanceof CommandRefused || error instanceof ConfigError || error instanceof TypeError;
  process.stderr.write(`${expected ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
