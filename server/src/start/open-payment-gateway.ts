// Chooses the payment gateway of this installation: Stripe if its keys are set, otherwise the sandbox.
import type { ServiceFacts } from '@remembrance/contract/service.ts';
import type { DeliverEvent } from '@remembrance/sandbox/needs.ts';
import { sandboxScriptPath } from '@remembrance/sandbox/routes.ts';
import { createSandbox, type Sandbox, sandboxKeys } from '@remembrance/sandbox/sandbox.ts';
import type { Keyring } from '../keys/secret/keyring.ts';
import type { Attempts, GatewayKeys, PaymentGateway } from '../payments/gateway/payment-gateway.ts';
import { createStripeGateway } from '../payments/gateway/stripe-gateway.ts';
import { attemptOf, raiseAttempt } from '../people/users/user-store.ts';
import type { Database } from '../platform/database/transaction.ts';
import type { Clock } from '../platform/lib/clock.ts';

interface Needs {
  config: { stripe: GatewayKeys | undefined };
  database: Database;
  clock: Clock;
  keyring: Keyring;
  reportFailure: (what: string, error: unknown) => void;
  /** How the sandbox reaches our own endpoint. */
  deliverEvent: DeliverEvent;
}

export interface OpenPayments {
  paymentGateway: PaymentGateway;
  /** Start it after the webhook endpoint listens, and stop it before the database closes. */
  sandbox: Sandbox | undefined;
}

export function openPaymentGateway({ config, database, clock, keyring, ...needs }: Needs): OpenPayments {
  const attempts: Attempts = {
    of: (userId) => attemptOf(database, userId),
    raise: (userId, number) => raiseAttempt(database, userId, number),
  };
  if (config.stripe) return { paymentGateway: createStripeGateway({ ...config.stripe, attempts }), sandbox: undefined };
  const webhookSecret = keyring.librarySecret('card-processor-sandbox');
  const { deliverEvent: deliver, reportFailure: report } = needs;
  const sandbox = createSandbox({ database, clock, report, webhookSecret, deliver });
  const { secret: secretKey } = sandboxKeys;
  const { fetch } = sandbox;
  return { paymentGateway: createStripeGateway({ secretKey, webhookSecret, attempts, fetch }), sandbox };
}

/** The facts that a page needs to show the card form. */
export function paymentFacts({ stripe }: Needs['config']): ServiceFacts['payment'] {
  if (!stripe) return { testMode: true, publishableKey: sandboxKeys.publishable, scriptPath: sandboxScriptPath };
  const { publishableKey } = stripe;
  return { testMode: !publishableKey.startsWith('pk_live_'), publishableKey, scriptPath: null };
}
