// `npm run seed`: seeds the database, whether or not the service is running, and prints how to sign in.
import { openCardPage } from '@remembrance/sandbox/card-page.ts';
import { seedDatabase } from '../operations/dev/seed-database.ts';
import { seedPlans } from '../plans/plan-store.ts';
import { isLoopback } from '../platform/lib/loopback.ts';
import { StartRefused } from '../platform/lib/start-refused.ts';
import { openPaymentGateway } from '../start/open-payment-gateway.ts';
import { readCommandLine } from './run/command-line.ts';
import { runWithServices } from './run/run-command.ts';

const usage = 'npm run seed   adds an owner with a vault in every state, and prints how to sign in';

await runWithServices((config) => {
  readCommandLine({ usage });
  const { stripe, publicUrl, host } = config();
  if (!isLoopback(host) || !isLoopback(new URL(publicUrl).hostname)) {
    throw new StartRefused(
      'PUBLIC_URL or HOST lets others in, and everybody knows the password of the seed data. Run this where both settings name this machine.',
    );
  }
  if (stripe) {
    throw new StartRefused(
      'STRIPE_SECRET_KEY is set, but seed data is paid for in the sandbox. Run this without the key.',
    );
  }
  return async (services) => {
    await seedPlans(services.database);
    // Payments are settled here, so no event is delivered to a running service.
    const { sandbox, paymentGateway } = openPaymentGateway({ ...services, deliverEvent: async () => {} });
    if (!sandbox) throw new Error('the sandbox is off');
    const seeded = await seedDatabase({ ...services, paymentGateway, payByCard: openCardPage(sandbox).pay });
    await sandbox.stop();
    return `
Seed data added: an owner with a vault in every state.

  sign in         ${publicUrl}/sign-in
                  ${seeded.email}   ${seeded.password}
                  The code it asks for is in a letter, at ${publicUrl}/dev/mail where no mail is sent.
  executor        ${publicUrl}/executor-access
                  ${seeded.executorCode}
  recipient       ${seeded.recipientLink}
                  ${seeded.recipientEmail}   answers: ${seeded.answers.join(' / ')}
`;
  };
});
