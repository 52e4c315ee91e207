// Opens the services for an operator's command, whether or not the service is running, prints what the command answers, and closes
// them again.
import { pino } from 'pino';
import { type Config, readConfig } from '../config.ts';
import { KeyServiceUnavailable, KeyUnavailable } from '../keys/master-keys.ts';
import { StartRefused } from '../lib/start-refused.ts';
import type { Services } from '../services.ts';
import { CommandRefused } from './command-refused.ts';
import { describeInstallation, refuseWithoutInstallation } from './existing-installation.ts';

const expected = [CommandRefused, StartRefused, KeyServiceUnavailable, KeyUnavailable];

interface Options {
  /** Where there is no installation yet, it begins one. */
  mayCreate?: boolean;
}

/** @param prepare returns what to do, and refuses before anything is opened what cannot be done. */
export async function runWithServices(
  prepare: (config: () => Config) => (services: Services) => Promise<string>,
  { mayCreate = false }: Options = {},
): Promise<void> {
  try {
    // The words come first: help and mistakes need no settings.
    let known: Config | undefined;
    const settings = () => (known ??= readConfig());
    const run = prepare(settings);
    const config = settings();
    if (!mayCreate) await refuseWithoutInstallation(config);
    process.stderr.write(`${[describeInstallation(config), ...config.misspelt].join('\n')}\n`);
    // Imported here, so that help and refusals need not wait for it.
    const { createServices } = await import('../services.ts');
    const services = await createServices(config, pino({ level: 'error' }));
    try {
      process.stdout.write(`${await run(services)}\n`);
    } finally {
      await services.sandbox?.stop();
      await services.mailer.close?.();
      await services.closeDatabase();
    }
  } catch (error) {
    const { message, stack } = error as Error;
    process.stderr.write(`${expected.some((kind) => error instanceof kind) ? message : stack}\n`);
    process.exitCode = 1;
  }
}
