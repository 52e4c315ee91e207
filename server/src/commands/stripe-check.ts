// `npm run stripe:check`: finds or creates the plans' prices at Stripe, and checks there what an operator would check by
// hand, whether or not the service is running. Without keys it uses the sandbox.
import Stripe from 'stripe';
import { priceIdOf } from '../payments/checkout/begin-purchase.ts';
import { checkStripe } from '../payments/gateway/check-stripe.ts';
import { explainStripe } from '../payments/gateway/stripe-answers.ts';
import { apiVersion } from '../payments/gateway/stripe-gateway.ts';
import { listActivePlans, seedPlans } from '../plans/plan-store.ts';
import type { Services } from '../services.ts';
import type { Config } from '../settings/config.ts';
import { CommandRefused, readCommandLine } from './run/command-line.ts';
import { runWithServices } from './run/run-command.ts';

const usage = 'npm run stripe:check   finds or creates the prices at Stripe, and checks the settings there';

await runWithServices((config) => {
  readCommandLine({ usage });
  return (services) => check(services, config()).catch(asRefused);
});

function asRefused(error: unknown): never {
  const line = explainStripe(error);
  throw line ? new CommandRefused(line) : error;
}

async function check(services: Services, { stripe: keys, publicUrl }: Config): Promise<string> {
  const { database, clock } = services;
  await seedPlans(database);
  const lines: string[] = [];
  for (const plan of await listActivePlans(database)) {
    lines.push(`ok    price of ${plan.displayName}: ${await priceIdOf(services, plan)}`);
  }
  if (!keys) {
    return [...lines, '      No keys are set, so these prices are in the sandbox, and nothing else is checked.'].join(
      '\n',
    );
  }
  const stripe = new Stripe(keys.secretKey, { apiVersion });
  const findings = await checkStripe(stripe, { ...keys, publicUrl, now: clock.now() });
  if (findings.some(({ isGood }) => !isGood)) process.exitCode = 1;
  return [...lines, ...findings.map(({ isGood, words }) => `${isGood ? 'ok   ' : 'WRONG'} ${words}`)].join('\n');
}
