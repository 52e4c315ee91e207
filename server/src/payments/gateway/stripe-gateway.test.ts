// The gateway when Stripe is unreachable, busy, or rejects our key.
import { expect, test } from 'vitest';
import { firstAttempts } from '../../../testing/gateways.ts';
import { createStripeGateway } from './stripe-gateway.ts';

const secretKey = 'sk_test_a_key_that_stays_secret';
const gateway = (fetch: (request: Request) => Promise<Response>) =>
  createStripeGateway({ secretKey, webhookSecret: 'whsec_test', attempts: firstAttempts, fetch });
const busy = expect.objectContaining({ name: 'Refusal', code: 'service-busy' });
const failing = (status: number, error: object) => async () => Response.json({ error }, { status });

test('when Stripe is unreachable, broken or busy, the call is retried once and then refused', {
  tags: 'long',
}, async () => {
  let tries = 0;
  const away = gateway(async () => {
    tries += 1;
    throw new Error('connect ECONNREFUSED');
  });
  await expect(away.readPurchase('pi_1')).rejects.toEqual(busy);
  expect(tries).toBe(2);
  for (const status of [409, 429, 500, 503]) {
    await expect(gateway(failing(status, { message: 'busy' })).readPurchase('pi_1')).rejects.toEqual(busy);
  }
});

test('a rejected key is a fault, and its message does not contain the key', async () => {
  const answer = failing(401, { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_****cret' });
  const fault: Error = await gateway(answer)
    .readPurchase('pi_1')
    .then(
      () => new Error('the key was accepted'),
      (error: Error) => error,
    );
  expect(fault.name).not.toBe('Refusal');
  expect(`${fault.stack} ${JSON.stringify(fault)}`).not.toContain(secretKey);
});

test('only valid purchase ids are sent to Stripe', async () => {
  const callStripe: string[] = [];
  const recordingGateway = gateway(async (request) => {
    callStripe.push(new URL(request.url).pathname);
    return Response.json({ error: { code: 'resource_missing', message: 'No such object' } }, { status: 404 });
  });
  for (const id of ['', 'pi_', '../customers', 'pi_1/../../customers', 'seti_1', 'cus_1']) {
    expect(await recordingGateway.readPurchase(id)).toBeNull();
  }
  expect(callStripe).toEqual([]);
  expect(await recordingGateway.readPurchase('sub_1')).toBeNull();
  expect(callStripe).toEqual(['/v1/subscriptions/sub_1']);
});
