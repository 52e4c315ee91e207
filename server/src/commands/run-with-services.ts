// Opens the services for an operator's command, whether or not the service is running, and closes them again.
import { pino } from 'pino';
import type { Services } from '../services.ts';
import type { Config } from '../settings/config.ts';
import { type Prepare, runCommand } from './run-command.ts';

/** @param adapt replaces what the settings would open */
export const runWithServices = (
  prepare: Prepare<Services>,
  adapt = (config: Config): Config => config,
): Promise<void> =>
  runCommand(prepare, {}, async (config, act) => {
    // Imported here, so that help and refusals do not wait for it.
    const { createServices } = await import('../services.ts');
    const services = await createServices(adapt(config), pino({ level: 'error' }));
    try {
      return await act(services);
    } finally {
      await services.sandbox?.stop();
      await services.closeDatabase();
    }
  });
