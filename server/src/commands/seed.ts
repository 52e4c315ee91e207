// `npm run seed`: seeds the database, whether or not the service is running, and prints how to sign in.
import { isLoopback } from '../platform/lib/loopback.ts';
import { StartRefused } from '../platform/lib/start-refused.ts';
import { readCommandLine } from './run/command-line.ts';
import { runWithServices } from './run/run-command.ts';

const usage = 'npm run seed   adds an owner with a vault in every state, and prints how to sign in';

await runWithServices(async (config) => {
  readCommandLine({ usage });
  const { stripe, publicUrl, host } = await config();
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
    const { openCardPage } = await import('@remembrance/sandbox/card-page.ts');
    const { seedDatabase } = await import('../operations/dev/seed-database.ts');
    const { seedPlans } = await import('../plans/plan-store.ts');
    const { openPaymentGateway } = await import('../start/open-payment-gateway.ts');
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
