// `npm run stripe:check`: finds or creates the plans' prices at Stripe, and checks there what an operator would check by
// hand, whether or not the service is running. Without keys it uses the sandbox.
import { readCommandLine } from './run/command-line.ts';
import { runWithServices } from './run/run-command.ts';

const usage = 'npm run stripe:check   finds or creates the prices at Stripe, and checks the settings there';

await runWithServices((config) => {
  readCommandLine({ usage });
  return async (services) => {
    const { checkPrices } = await import('./stripe-check/check-prices.ts');
    return checkPrices(services, await config());
  };
});
