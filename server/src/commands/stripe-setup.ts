// `npm run stripe:setup`: finds or creates the products and prices of the plans in the Stripe account whose keys are set, whether
// or not the service is running.
import { pino } from 'pino';
import { readConfig } from '../config.ts';
import { StartRefused } from '../lib/start-refused.ts';
import { setUpPrices } from '../payments/set-up-prices.ts';
import { seedPlans } from '../plans/seed-plans.ts';
import { createServices } from '../services.ts';

try {
  const config = readConfig();
  const services = await createServices(config, pino({ level: 'error' }));
  try {
    await seedPlans(services.database);
    const prices = await setUpPrices(services);
    const lines = Object.entries(prices).map(([plan, price]) => `  ${plan.padEnd(24)}${price}`);
    const where = config.stripe ? 'Prices at Stripe:' : 'Prices in the sandbox, because no keys are set:';
    process.stdout.write(`${where}\n${lines.join('\n')}\n`);
  } finally {
    await services.sandbox?.stop();
    await services.mailer.close?.();
    await services.closeDatabase();
  }
} catch (error) {
  process.stderr.write(`${error instanceof StartRefused ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
