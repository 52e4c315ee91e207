// `npm run seed`: seeds the database, whether or not the service is running, and prints how to sign in.
import { openCardPage } from '@remembrance/sandbox/card-page.ts';
import { pino } from 'pino';
import { readConfig } from '../config.ts';
import { seedDatabase } from '../dev/seed-database.ts';
import { StartRefused } from '../lib/start-refused.ts';
import { openPaymentGateway } from '../open-payment-gateway.ts';
import { seedPlans } from '../plans/seed-plans.ts';
import { createServices } from '../services.ts';

try {
  const config = readConfig();
  if (config.stripe) {
    throw new StartRefused(
      'STRIPE_SECRET_KEY is set, but seed data is paid for in the sandbox: run this without the key.',
    );
  }
  const services = await createServices(config, pino({ level: 'error' }));
  await seedPlans(services.database);
  await services.queue.start();
  // Payments are settled here, so no event is delivered to a running service.
  const { sandbox, paymentGateway } = openPaymentGateway({ ...services, deliverEvent: async () => {} });
  if (!sandbox) throw new Error('the sandbox is off');
  const seeded = await seedDatabase({ ...services, paymentGateway, payByCard: openCardPage(sandbox).pay });
  process.stdout.write(`
Seed data added: an owner with a vault in every state.

  sign in         ${config.publicUrl}/sign-in
                  ${seeded.email}   ${seeded.password}
  executor        ${config.publicUrl}/executor-access
                  ${seeded.executorCode}
  recipient       ${seeded.recipientLink}
                  ${seeded.recipientEmail}   answers: ${seeded.answers.join(' / ')}

`);
  await sandbox.stop();
  await services.queue.stop();
  await services.sandbox?.stop();
  await services.mailer.close?.();
  await services.closeDatabase();
} catch (error) {
  process.stderr.write(`${error instanceof StartRefused ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
