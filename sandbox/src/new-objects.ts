// Creates the sandbox's objects in Stripe's format.
import { randomBytes } from 'node:crypto';
import type { Invoice, Metadata, MethodType, PaymentIntent, SetupIntent } from './objects.ts';

export const newSandboxId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;
export const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);

const newSecret = (id: string): string => `${id}_secret_${randomBytes(16).toString('hex')}`;

interface NewIntent {
  customer: string;
  metadata: Metadata;
  /** The methods the page may offer: everything the sandbox has, unless a call restricts it. */
  methods: readonly MethodType[] | null;
}
const everyMethod: readonly MethodType[] = ['card', 'link'];

function newIntent<Input extends NewIntent>(prefix: string, { methods, ...input }: Input, now: Date) {
  const id = newSandboxId(prefix);
  return {
    id,
    client_secret: newSecret(id),
    created: seconds(now),
    livemode: false as const,
    next_action: null,
    payment_method: null,
    payment_method_types: [...(methods ?? everyMethod)],
    status: 'requires_payment_method' as const,
    ...input,
  };
}

export const newPaymentIntent = (
  input: NewIntent & { amount: number; currency: string },
  now: Date,
): PaymentIntent => ({
  ...newIntent('pi', input, now),
  object: 'payment_intent',
  amount_received: 0,
  last_payment_error: null,
  latest_charge: null,
});

export const newSetupIntent = (input: NewIntent, now: Date): SetupIntent => ({
  ...newIntent('seti', input, now),
  object: 'setup_intent',
  last_setup_error: null,
  usage: 'off_session',
});

const paymentOf = (invoice: string, { id, amount, currency, created }: PaymentIntent) => ({
  id: newSandboxId('inpay'),
  object: 'invoice_payment' as const,
  invoice,
  created,
  currency,
  is_default: true,
  amount_requested: amount,
  status: 'open',
  payment: { type: 'payment_intent' as const, payment_intent: id },
});

interface NewInvoice {
  intent: PaymentIntent;
  subscription: string;
  /** Before the customer's credit is applied. */
  total: number;
}

export function newInvoice({ intent, subscription, total }: NewInvoice, now: Date): Invoice {
  const id = newSandboxId('in');
  return {
    id,
    object: 'invoice',
    amount_due: intent.amount,
    amount_paid: 0,
    total,
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { metadata: null, subscription },
    },
    confirmation_secret: { client_secret: intent.client_secret, type: 'payment_intent' },
    created: seconds(now),
    currency: intent.currency,
    customer: intent.customer,
    payments: { object: 'list', data: [paymentOf(id, intent)] },
    status: 'open',
  };
}
