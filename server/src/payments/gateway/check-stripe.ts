// Checks through Stripe's API what an operator would check by hand: the keys and their mode, the webhook endpoint, the wallets'
// domain, and the clock. docs/guide/payments.md lists what the API does not show.
import { paymentWebhook } from '@remembrance/contract/payments.ts';
import type Stripe from 'stripe';
import { handledEvents } from './stripe-events.ts';

export interface StripeFinding {
  isGood: boolean;
  words: string;
}

interface Checked {
  secretKey: string;
  publishableKey: string;
  publicUrl: string;
  now: Date;
}

const finding = (isGood: boolean, words: string): StripeFinding => ({ isGood, words });

export async function checkStripe(stripe: Stripe, checked: Checked): Promise<StripeFinding[]> {
  const { secretKey, publishableKey, publicUrl, now } = checked;
  const modes = [secretKey, publishableKey].map((key) => /^[a-z]+_(live|test)_/.exec(key)?.[1] ?? 'unknown');
  const endpoints = await stripe.webhookEndpoints.list({ limit: 100 });
  const domains = await stripe.paymentMethodDomains.list({ domain_name: new URL(publicUrl).hostname });
  const date = new Headers(endpoints.lastResponse.headers).get('date') ?? '';
  const behind = Math.round((Date.parse(date) - now.getTime()) / 1000);
  return [
    finding(modes[0] === modes[1] && modes[0] !== 'unknown', `keys: ${modes.join(' and ')} mode, accepted by Stripe`),
    ...checkEndpoint(endpoints.data, publicUrl + paymentWebhook.path, stripe.getApiField('version')),
    ...checkWallets(domains.data[0], new URL(publicUrl).hostname),
    // Signatures are valid for five minutes.
    finding(Math.abs(behind) < maxSecondsApart, `clock: ${behind} seconds from Stripe's`),
  ];
}

const maxSecondsApart = 60;

function checkEndpoint(endpoints: Stripe.WebhookEndpoint[], url: string, version: string): StripeFinding[] {
  const endpoint = endpoints.find((one) => one.url === url);
  if (!endpoint) return [finding(false, `webhook endpoint: none for ${url}`)];
  const { status, api_version: set, enabled_events: events } = endpoint;
  const missing = events.includes('*') ? [] : handledEvents.filter((event) => !events.includes(event));
  return [
    finding(status === 'enabled', `webhook endpoint: ${status}`),
    finding(set === version, `webhook version: ${set ?? "the account's own"}, expected ${version}`),
    finding(missing.length === 0, `webhook events: ${missing.length === 0 ? 'all' : `missing ${missing.join(', ')}`}`),
  ];
}

function checkWallets(domain: Stripe.PaymentMethodDomain | undefined, name: string): StripeFinding[] {
  if (!domain?.enabled) return [finding(false, `wallets: the domain ${name} is not registered, or not enabled`)];
  return (['apple_pay', 'google_pay'] as const).map((wallet) =>
    finding(domain[wallet].status === 'active', `wallets: ${wallet} is ${domain[wallet].status} on ${name}`),
  );
}
