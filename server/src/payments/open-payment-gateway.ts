// Which card processor serves this installation: the real one where its keys are set, the sandbox otherwise.
import type { Logger } from 'pino';
import Stripe from 'stripe';
import type { Database } from '../database/open-database.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { Clock } from '../lib/clock.ts';
import type { PaymentGateway, ProcessorKeys } from './payment-gateway.ts';
import { createSandbox, type Sandbox, sandboxKeys } from './sandbox/sandbox.ts';
import type { DeliverEvent } from './sandbox/sandbox-events.ts';
import { createStripeGateway } from './stripe-gateway.ts';

interface Needs {
  config: { stripe: ProcessorKeys | undefined };
  database: Database;
  clock: Clock;
  keyring: Keyring;
  log: Pick<Logger, 'error'>;
  /** How the sandbox reaches our own endpoint. */
  deliverEvent: DeliverEvent;
}

export interface OpenPayments {
  paymentGateway: PaymentGateway;
  /** Start it once the endpoint listens, stop it before the database closes. */
  sandbox: Sandbox | undefined;
}

export function openPaymentGateway({ config, keyring, deliverEvent, ...needs }: Needs): OpenPayments {
  if (config.stripe) return { paymentGateway: createStripeGateway(config.stripe), sandbox: undefined };
  const webhookSecret = keyring.librarySecret('card-processor-sandbox');
  const sandbox = createSandbox({
    ...needs,
    deliver: deliverEvent,
    sign: (payload, timestamp) =>
      Stripe.webhooks.generateTestHeaderString({ payload, timestamp, secret: webhookSecret }),
  });
  const { secret: secretKey } = sandboxKeys;
  return { paymentGateway: createStripeGateway({ secretKey, webhookSecret, fetch: sandbox.fetch }), sandbox };
}
