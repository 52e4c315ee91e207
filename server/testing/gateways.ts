// For tests: every payment gateway of the product. The sandbox is always included; Stripe's own test mode is also tested
// if STRIPE_TEST_KEY contains a test key (sk_test_…).
import { cards } from '@remembrance/sandbox/card-page.ts';
import Stripe from 'stripe';
import type { Attempts, PaymentGateway } from '../src/payments/gateway/payment-gateway.ts';
import { createStripeGateway } from '../src/payments/gateway/stripe-gateway.ts';
import { openPaymentHarness } from './payment-harness.ts';

/** For gateways without a database: the number never advances. */
export const firstAttempts: Attempts = { of: async () => 0, raise: async () => {} };

export interface OpenGateway {
  gateway: PaymentGateway;
  /** Acts like the page: confirms with a card that pays, or one that is declined. */
  confirm(clientSecret: string | null, card: 'pays' | 'declined'): Promise<void>;
  close(): Promise<void>;
}

export const gateways: Record<string, () => Promise<OpenGateway>> = {
  'the sandbox': async () => {
    const harness = await openPaymentHarness();
    return {
      gateway: harness.paymentGateway,
      confirm: async (clientSecret, card) => void (await harness.confirm(clientSecret ?? '', cards[card])),
      close: harness.close,
    };
  },
};

const secretKey = process.env.STRIPE_TEST_KEY;
if (secretKey?.startsWith('sk_test_')) {
  gateways["Stripe's test mode"] = async () => {
    const stripe = new Stripe(secretKey);
    const methods = { pays: 'pm_card_visa', declined: 'pm_card_chargeDeclined' };
    return {
      gateway: createStripeGateway({ secretKey, webhookSecret: 'whsec_unused', attempts: firstAttempts }),
      async confirm(clientSecret, card) {
        const id = clientSecret?.split('_secret_')[0] ?? '';
        const params = { payment_method: methods[card] };
        const confirming = id.startsWith('pi_')
          ? stripe.paymentIntents.confirm(id, params)
          : stripe.setupIntents.confirm(id, params);
        await confirming.catch((error: unknown) => {
          if (!(error instanceof Stripe.errors.StripeCardError)) throw error;
        });
      },
      close: async () => {},
    };
  };
}
