// The payment facts that pages get, for each kind of keys.
import { expect, test } from 'vitest';
import { paymentFacts } from './open-payment-gateway.ts';

test('pages learn whether payments are real and which card form they load', () => {
  const keys = { secretKey: 'sk_live_1', webhookSecret: 'whsec_1' };
  expect(paymentFacts({ stripe: undefined })).toEqual({
    testMode: true,
    publishableKey: 'pk_test_sandbox',
    scriptPath: '/sandbox/stripe.js',
  });
  expect(paymentFacts({ stripe: { ...keys, publishableKey: 'pk_live_1' } })).toEqual({
    testMode: false,
    publishableKey: 'pk_live_1',
    scriptPath: null,
  });
  expect(paymentFacts({ stripe: { ...keys, publishableKey: 'pk_test_1' } }).testMode).toBe(true);
});
