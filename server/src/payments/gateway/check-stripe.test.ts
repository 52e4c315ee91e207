// The findings of the operator's Stripe check.
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { checkStripe } from './check-stripe.ts';
import { callStripe, explainStripe } from './stripe-answers.ts';
import { handledEvents } from './stripe-events.ts';

const now = new Date('2027-03-04T09:30:00Z');
const version = '2026-10-28.endive';
const endpoint = { url: 'https://keep.example/api/webhooks/stripe', status: 'enabled', api_version: version };
const domain = { enabled: true, apple_pay: { status: 'active' }, google_pay: { status: 'active' } };

async function wrongWith(endpoints: object[], domains: object[], seconds = 0, publishableKey = 'pk_test_1') {
  const fetch = async (url: string) => {
    const data = url.includes('webhook_endpoints') ? endpoints : domains;
    const date = new Date(now.getTime() + seconds * 1000).toUTCString();
    return Response.json({ object: 'list', data, has_more: false }, { headers: { date } });
  };
  const httpClient = Stripe.createFetchHttpClient(fetch as never);
  const stripe = new Stripe('sk_test_1', { apiVersion: version, httpClient, telemetry: false });
  const keys = { secretKey: 'sk_test_1', publishableKey };
  const findings = await checkStripe(stripe, { ...keys, publicUrl: 'https://keep.example', now });
  return findings.flatMap(({ isGood, words }) => (isGood ? [] : [words.split(':')[0]]));
}

test('the Stripe check names every setting that the service needs differently, and nothing else', async () => {
  const events = [...handledEvents];
  expect(await wrongWith([{ ...endpoint, enabled_events: events }], [domain], 30)).toEqual([]);
  expect(await wrongWith([{ ...endpoint, enabled_events: ['*'] }], [domain])).toEqual([]);
  expect(await wrongWith([], [], 61, 'pk_live_1')).toEqual(['keys', 'webhook endpoint', 'wallets', 'clock']);
  const other = { ...endpoint, status: 'disabled', api_version: null, enabled_events: events.slice(1) };
  expect(await wrongWith([other], [{ ...domain, apple_pay: { status: 'inactive' } }], -61)).toEqual([
    ...['webhook endpoint', 'webhook version', 'webhook events', 'wallets', 'clock'],
  ]);
});

test('an unreachable network and a key that Stripe rejects are distinguished, each in one sentence', async () => {
  const saidOf = async (fetch: () => Promise<Response>, call = <T>(answer: Promise<T>) => answer) => {
    const httpClient = Stripe.createFetchHttpClient(fetch as never);
    const options = { apiVersion: version, httpClient, telemetry: false, maxNetworkRetries: 0 } as const;
    const stripe = new Stripe('sk_test_hunter2', options);
    return call(stripe.prices.list()).then(() => 'answered', explainStripe);
  };
  const away = () => Promise.reject(new TypeError('fetch failed'));
  const sentence = 'Stripe does not answer: can this machine reach api.stripe.com? Nothing was checked.';
  expect([await saidOf(away), await saidOf(away, callStripe)]).toEqual([sentence, sentence]);
  const refused = async () =>
    Response.json(
      { error: { type: 'invalid_request_error', message: 'Invalid API Key: sk_test_hunter2' } },
      { status: 401 },
    );
  expect(await saidOf(refused)).toBe(
    'STRIPE_SECRET_KEY is not accepted by Stripe; set the secret key of your account.',
  );
  expect(explainStripe(new Error('something else'))).toBeUndefined();
});
