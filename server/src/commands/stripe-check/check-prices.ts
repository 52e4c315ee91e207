// What `npm run stripe:check` does: finds or creates the prices of the plans, and checks the settings at Stripe.
import Stripe from 'stripe';
import { priceIdOf } from '../../payments/checkout/begin-purchase.ts';
import { checkStripe } from '../../payments/gateway/check-stripe.ts';
import { explainStripe } from '../../payments/gateway/stripe-answers.ts';
import { apiVersion } from '../../payments/gateway/stripe-gateway.ts';
import { listActivePlans, seedPlans } from '../../plans/plan-store.ts';
import type { Services } from '../../services.ts';
import type { Config } from '../../settings/config.ts';
import { CommandRefused } from '../run/command-line.ts';

export const checkPrices = (services: Services, config: Config): Promise<string> =>
  check(services, config).catch(asRefused);

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
