// The page of the payment sandbox: what it shows, and what its controls do.
import { api } from '@remembrance/contract/api.ts';
import { otto } from '@remembrance/contract/testing/cast.ts';
import { intentOf, openCardPage } from '@remembrance/sandbox/card-page.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { draftVault, type Owner, signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';

let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await openTestApp();
  owner = await signedIn(app);
});
afterAll(() => app.close());

const page = async () => (await owner.send({ method: 'GET', url: '/dev/payments' })).body;
const press = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  owner.send({
    method: 'POST',
    url: '/dev/payments',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  });

test('the page shows the sandbox objects and can advance the time of a subscription, without script', {
  tags: 'long',
}, async () => {
  const { id: vaultId } = await draftVault(owner, { planType: 'basic_subscription' });
  await owner.ask(api.createSubscription, { body: { vaultId, promo: 'freetrial' } });
  const before = await page();
  expect(before).toContain('trialing');
  expect(before).not.toContain('<script');
  const [id = ''] = /sub_\w+/.exec(before) ?? [];
  expect((await press({ act: 'pass', id, days: '31' })).statusCode).toBe(303);
  expect(await page()).toContain('canceled');
});

test('the page can pause an active subscription, and resume it only with a card', async () => {
  const other = await signedIn(app, otto);
  const { id: vaultId } = await draftVault(other, { planType: 'basic_subscription' });
  await other.ask(api.createSubscription, { body: { vaultId, promo: 'freetrial' } });
  const [, id = ''] = /(sub_\w+)<\/h3>\n<p>trialing/.exec(await page()) ?? [];
  const status = async () => new RegExp(`${id}</h3>\n<p>(\\w+)`).exec(await page())?.[1];
  expect((await press({ act: 'pause', id })).statusCode).toBe(303);
  expect(await status()).toBe('paused');
  expect((await press({ act: 'resume', id })).statusCode).toBe(303);
  expect(await status()).toBe('paused'); // it has no card
  expect((await press({ act: 'pause', id: 'sub_of_nobody' })).statusCode).toBe(303);
});

test('a form from another site or with an unknown action changes nothing', async () => {
  const before = await page();
  const other = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
  expect((await press({ act: 'repeat' }, other)).statusCode).toBe(403);
  expect((await press({ act: 'pass', id: 'sub_1', days: '0' })).statusCode).toBe(400);
  expect((await press({ act: 'anything' })).statusCode).toBe(400);
  expect((await press({ act: 'refund', id: 'pi_of_nobody' })).statusCode).toBe(303);
  expect(await page()).toBe(before);
});

const paymentMadeBy = async () => {
  const { id: vaultId } = await draftVault(owner, { planType: 'premium_one_time' });
  const { clientSecret } = await owner.ask(api.createPaymentIntent, { body: { vaultId } });
  const id = intentOf(clientSecret);
  if (app.services.sandbox) await openCardPage(app.services.sandbox).confirm(clientSecret);
  return id;
};
const part = async (id: string) => (await page()).split('<article').find((article) => article.includes(`id="${id}"`));

test('a payment can be disputed and the dispute won or lost, with controls that name their payment', {
  tags: 'long',
}, async () => {
  for (const [act, words] of [
    ['win', 'dispute won'],
    ['lose', 'dispute lost'],
  ] as const) {
    const id = await paymentMadeBy();
    expect(await part(id)).toContain(`aria-label="Dispute it: ${id}"`);
    expect(await part(id)).not.toContain('Win the dispute');
    await press({ act: 'dispute', id });
    expect(await part(id)).toContain('succeeded, $49.99, disputed');
    expect(await part(id)).toContain(`aria-label="Lose the dispute: ${id}"`);
    await press({ act, id });
    expect(await part(id)).toContain(words);
    expect(await part(id)).not.toContain('Win the dispute');
    expect((await part(id))?.includes('Refund it')).toBe(act === 'win');
  }
});

test('events can be dropped, are stored as undelivered, and can be delivered again in either order', async () => {
  const tools = app.services.sandbox?.tools;
  await press({ act: 'drop' });
  const id = await paymentMadeBy();
  expect(await page()).toContain('payment_intent.succeeded: dropped');
  expect(await page()).toContain('Deliver the next events');
  await press({ act: 'deliver' });
  await app.services.sandbox?.delivered();
  expect(await page()).toContain('payment_intent.succeeded: dropped');
  expect(await page()).toContain('Drop the next events');
  expect((await tools?.show())?.payments.some(({ payment }) => payment.id === id)).toBe(true);
  for (const act of ['repeat', 'reverse']) expect((await press({ act })).statusCode).toBe(303);
});
