// One-time payments: what is refused, what is charged, and that one vault is paid once, whatever the number of tabs.
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cards, openPaymentHarness, type PaymentHarness } from '../../testing/payment-harness.ts';
import { plans, vaults } from '../database/schema.ts';
import { newId } from '../lib/ids.ts';
import { completePayment } from './complete-payment.ts';
import { createPaymentIntent } from './create-payment-intent.ts';

let harness: PaymentHarness;
beforeEach(async () => {
  harness = await openPaymentHarness();
});
afterEach(async () => {
  expect(harness.faults).toEqual([]);
  await harness.close();
});

const idOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? '';
const refused = (code: string) => expect.objectContaining({ name: 'Refusal', code });

test('PAY-1: a confirmed payment activates its vault, with one code for its executor and a receipt', async () => {
  const ownerId = await harness.owner();
  const vaultId = await harness.draft(ownerId, 'basic_one_time');
  harness.eventsArrive(false);
  const { clientSecret } = await createPaymentIntent(harness.needs, { ownerId, vaultId });
  expect((await harness.confirm(clientSecret)).intent?.status).toBe('succeeded');
  expect((await harness.vault(vaultId))?.paymentStatus).toBe('unpaid');

  const completed = await completePayment(harness.needs, { ownerId, paymentIntentId: idOf(clientSecret) });
  expect(completed).toEqual({ vaultId, paymentStatus: 'paid' });
  expect(await harness.lettersOf(vaultId)).toEqual(['executor-code', 'payment-receipt']);
  expect((await harness.auditOf(vaultId)).map(({ event }) => event).sort()).toEqual([
    'code-issued',
    'payment-seen',
    'vault-activated',
  ]);
  expect(await harness.charged()).toBe(2999);
});

test('PAY-2: the charged amount is the current price of the plan', async () => {
  const ownerId = await harness.owner();
  await harness.database.update(plans).set({ price: '31.50' }).where(eq(plans.name, 'premium_one_time'));
  const vaultId = await harness.draft(ownerId, 'premium_one_time');
  const { clientSecret } = await createPaymentIntent(harness.needs, { ownerId, vaultId });
  await harness.confirm(clientSecret);
  expect(await harness.charged()).toBe(3150);
});

test('PAY-3: a declined card leaves the vault unpaid, and another card can be used in the same form', async () => {
  const ownerId = await harness.owner();
  const vaultId = await harness.draft(ownerId, 'basic_one_time');
  const { clientSecret } = await createPaymentIntent(harness.needs, { ownerId, vaultId });
  const declined = await harness.confirm(clientSecret, cards.declined);
  expect(declined.error).toMatchObject({ code: 'card_declined', message: 'Your card was declined.' });
  const report = { ownerId, paymentIntentId: idOf(clientSecret) };
  await expect(completePayment(harness.needs, report)).rejects.toEqual(refused('payment-incomplete'));
  expect((await harness.vault(vaultId))?.paymentStatus).toBe('unpaid');

  await harness.confirm(clientSecret, cards.pays);
  await harness.sandbox.delivered();
  expect((await harness.vault(vaultId))?.paymentStatus).toBe('paid');
  expect(await harness.charged()).toBe(2999);
});

test('PAY-4: every tab gets the same payment, at once and hours later, so that a vault is charged once', async () => {
  const ownerId = await harness.owner();
  const vaultId = await harness.draft(ownerId, 'basic_one_time');
  const tabs = await Promise.all(
    Array.from({ length: 10 }, () => createPaymentIntent(harness.needs, { ownerId, vaultId })),
  );
  harness.clock.pass({ hours: 20 });
  tabs.push(await createPaymentIntent(harness.needs, { ownerId, vaultId }));
  const [secret = '', ...others] = new Set(tabs.map(({ clientSecret }) => clientSecret));
  expect(others).toEqual([]);
  const paid = await Promise.all(tabs.map(() => harness.confirm(secret)));
  expect(paid.filter(({ intent }) => intent?.status === 'succeeded')).toHaveLength(1);
  expect(await harness.charged()).toBe(2999);
  expect(await harness.purchases(ownerId)).toHaveLength(1);
});

test('PAY-5: an old open payment is cancelled before a new one is created', async () => {
  const ownerId = await harness.owner();
  const vaultId = await harness.draft(ownerId, 'basic_one_time');
  const old = await createPaymentIntent(harness.needs, { ownerId, vaultId });
  harness.clock.pass({ hours: 25 });
  const fresh = await createPaymentIntent(harness.needs, { ownerId, vaultId });
  expect(fresh.clientSecret).not.toBe(old.clientSecret);
  expect((await harness.confirm(old.clientSecret)).error?.code).toBe('payment_intent_unexpected_state');

  await harness.database.update(plans).set({ price: '35.00' }).where(eq(plans.name, 'basic_one_time'));
  const dearer = await createPaymentIntent(harness.needs, { ownerId, vaultId });
  expect((await harness.confirm(fresh.clientSecret)).error?.code).toBe('payment_intent_unexpected_state');
  await harness.confirm(dearer.clientSecret);
  expect(await harness.charged()).toBe(3500);
});

test("PAY-6: another owner's vault, an unknown vault, an active vault and a monthly plan are refused, and no payment is created", async () => {
  const ownerId = await harness.owner();
  const stranger = await harness.owner('Otto');
  const vaultId = await harness.draft(ownerId, 'basic_one_time');
  const monthly = await harness.draft(ownerId, 'basic_subscription');
  const ask = (input: { ownerId: string; vaultId: string }) => createPaymentIntent(harness.needs, input);

  await expect(ask({ ownerId: stranger, vaultId })).rejects.toEqual(refused('vault-not-found'));
  await expect(ask({ ownerId, vaultId: newId(harness.clock.now()) })).rejects.toEqual(refused('vault-not-found'));
  await expect(ask({ ownerId, vaultId: '../vaults' })).rejects.toEqual(refused('vault-not-found'));
  await expect(ask({ ownerId, vaultId: monthly })).rejects.toEqual(refused('wrong-plan-kind'));
  expect(await harness.objects('payment_intent')).toEqual([]);

  const { clientSecret } = await ask({ ownerId, vaultId });
  await harness.confirm(clientSecret);
  await harness.sandbox.delivered();
  await expect(ask({ ownerId, vaultId })).rejects.toEqual(refused('already-paid'));
});

test('PAY-7: a plan that is unknown or not on offer is never charged', async () => {
  const ownerId = await harness.owner();
  const vaultId = await harness.draft(ownerId, 'basic_one_time');
  await harness.database.update(plans).set({ isActive: false }).where(eq(plans.name, 'basic_one_time'));
  await expect(createPaymentIntent(harness.needs, { ownerId, vaultId })).rejects.toEqual(refused('wrong-plan-kind'));
  await harness.database.update(vaults).set({ planType: 'golden' }).where(eq(vaults.id, vaultId));
  await expect(createPaymentIntent(harness.needs, { ownerId, vaultId })).rejects.toEqual(refused('wrong-plan-kind'));
});

test("PAY-8: the page's report is not trusted: another owner's, unknown and unpaid payments are refused", async () => {
  const ownerId = await harness.owner();
  const stranger = await harness.owner('Otto');
  const vaultId = await harness.draft(ownerId, 'basic_one_time');
  const { clientSecret } = await createPaymentIntent(harness.needs, { ownerId, vaultId });
  const paymentIntentId = idOf(clientSecret);
  await expect(completePayment(harness.needs, { ownerId, paymentIntentId })).rejects.toEqual(
    refused('payment-incomplete'),
  );
  harness.eventsArrive(false);
  await harness.confirm(clientSecret);
  for (const report of [
    { ownerId: stranger, paymentIntentId },
    { ownerId, paymentIntentId: 'pi_unknown' },
    { ownerId, paymentIntentId: '../customers' },
    { ownerId, setupIntentId: 'seti_unknown' },
  ]) {
    await expect(completePayment(harness.needs, report)).rejects.toEqual(refused('payment-refused'));
  }
  expect((await harness.vault(vaultId))?.paymentStatus).toBe('unpaid');
});

test('PAY-9: a payment that requires authentication succeeds only after it is passed', async () => {
  const ownerId = await harness.owner();
  const vaultId = await harness.draft(ownerId, 'basic_one_time');
  const { clientSecret } = await createPaymentIntent(harness.needs, { ownerId, vaultId });
  expect((await harness.confirm(clientSecret, cards.asksAuthentication)).intent?.status).toBe('requires_action');
  expect((await harness.authenticate(clientSecret, 'fail')).error?.message).toMatch(/unable to authenticate/);
  await harness.sandbox.delivered();
  expect((await harness.vault(vaultId))?.paymentStatus).toBe('unpaid');

  await harness.confirm(clientSecret, cards.asksAuthentication);
  await harness.authenticate(clientSecret, 'complete');
  await harness.sandbox.delivered();
  expect((await harness.vault(vaultId))?.paymentStatus).toBe('paid');
  expect(await harness.charged()).toBe(2999);
});
