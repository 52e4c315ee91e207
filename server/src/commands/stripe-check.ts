// `npm run stripe:check`: finds or creates the prices of the plans at Stripe, and checks there what an operator would check by
// hand, whether or not the service is running. Without keys it does so in the sandbox.
import { pino } from 'pino';
import Stripe from 'stripe';
import { readConfig } from '../config.ts';
import { checkStripe } from '../gateway/check-stripe.ts';
import { apiVersion } from '../gateway/stripe-gateway.ts';
import { StartRefused } from '../lib/start-refused.ts';
import { priceIdOf } from '../payments/ensure-price.ts';
import { listActivePlans } from '../plans/plan-store.ts';
import { seedPlans } from '../plans/seed-plans.ts';
import { createServices } from '../services.ts';

try {
  const config = readConfig();
  const services = await createServices(config, pino({ level: 'error' }));
  try {
    await seedPlans(services.database);
    for (const plan of await listActivePlans(services.database)) {
      process.stdout.write(`ok    price of ${plan.displayName}: ${await priceIdOf(services, plan)}\n`);
    }
    if (config.stripe) {
      const stripe = new Stripe(config.stripe.secretKey, { apiVersion });
      const findings = await checkStripe(stripe, {
        ...config.stripe,
        publicUrl: config.publicUrl,
        now: services.clock.now(),
      });
      for (const { isGood, words } of findings) process.stdout.write(`${isGood ? 'ok   ' : 'WRONG'} ${words}\n`);
      if (findings.some(({ isGood }) => !isGood)) process.exitCode = 1;
    } else
      process.stdout.write('      No keys are set, so these prices are in the sandbox, and nothing else is checked.\n');
  } finally {
    await services.sandbox?.stop();
    await services.mailer.close?.();
    await services.closeDatabase();
  }
} catch (error) {
  process.stderr.write(`${error instanceof StartRefused ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
