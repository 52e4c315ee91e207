// Makes the sandbox's objects as Stripe makes them.
import { randomBytes } from 'node:crypto';
import type { Invoice, Metadata, PaymentIntent, SetupIntent } from './objects.ts';

export const newSandboxId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;
export const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);

const newSecret = (id: string): string => `${id}_secret_${randomBytes(16).toString('hex')}`;

interface NewIntent {
  customer: string;
  metadata: Metadata;
}

export function newPaymentIntent(input: NewIntent & { amount: number; currency: string }, now: Date): PaymentIntent {
  const id = newSandboxId('pi');
  return {
    id,
    object: 'payment_intent',
    amount_received: 0,
    client_secret: newSecret(id),
    created: seconds(now),
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
    ...input,
  };
}

export function newSetupIntent(input: NewIntent, now: Date): SetupIntent {
  const id = newSandboxId('seti');
  return {
    id,
    object: 'setup_intent',
    client_secret: newSecret(id),
    created: seconds(now),
    last_setup_error: null,
    livemode: false,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
    usage: 'off_session',
    ...input,
  };
}

interface NewInvoice {
  intent: PaymentIntent;
  subscription: string;
  /** Before the customer's credit is applied. */
  total: number;
}

export function newInvoice({ intent, subscription, total }: NewInvoice, now: Date): Invoice {
  return {
    id: newSandboxId('in'),
    object: 'invoice',
    amount_due: intent.amount,
    amount_paid: 0,
    total,
    parent: { type: 'subscription_details', subscription_details: { subscription } },
    confirmation_secret: { client_secret: intent.client_secret, type: 'payment_intent' },
    created: seconds(now),
    currency: intent.currency,
    customer: intent.customer,
    payments: { data: [{ payment: { type: 'payment_intent', payment_intent: intent.id } }] },
    status: 'open',
  };
}
