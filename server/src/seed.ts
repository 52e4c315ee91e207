// `npm run seed`: plants the village beside a running or a stopped service, and prints the ways in.
import { pino } from 'pino';
import { ConfigError, readConfig } from './config.ts';
import { plantVillage } from './dev/plant-village.ts';
import { seedPlans } from './plans/seed-plans.ts';
import { createServices } from './services.ts';

try {
  const config = readConfig();
  const services = await createServices(config, pino({ level: 'error' }));
  await seedPlans(services.database);
  await services.queue.start();
  const village = await plantVillage(services);
  process.stdout.write(`
A village is planted: an owner with a vault in every state.

  sign in         ${config.publicUrl}/sign-in
                  ${village.email}   ${village.password}
  executor        ${config.publicUrl}/executor-access
                  ${village.executorCode}
  recipient       ${village.recipientLink}
                  ${village.recipientEmail}   answers: ${village.answers.join(' / ')}

`);
  await services.queue.stop();
  await services.sandbox?.stop();
  await services.mailer.close?.();
  await services.closeDatabase();
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
