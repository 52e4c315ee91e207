// Paying once: what is refused, what is charged, and that of any number of tabs one pays.
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { plans, vaults } from '../database/schema.ts';
import { newId } from '../lib/ids.ts';
import { cards, openPaymentOffice, type PaymentOffice } from '../testing/payment-office.ts';
import { completePayment } from './complete-payment.ts';
import { createPaymentIntent } from './create-payment-intent.ts';

let office: PaymentOffice;
beforeEach(async () => {
  office = await openPaymentOffice();
});
afterEach(async () => {
  expect(office.faults).toEqual([]);
  await office.close();
});

const idOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? '';
const refused = (code: string) => expect.objectContaining({ name: 'Refusal', code });

test('PAY-1: a confirmed payment activates its vault, with one code for its executor and a receipt', async () => {
  const ownerId = await office.owner();
  const vaultId = await office.draft(ownerId, 'basic_one_time');
  office.eventsArrive(false);
  const { clientSecret } = await createPaymentIntent(office.needs, { ownerId, vaultId });
  expect((await office.confirm(clientSecret)).intent?.status).toBe('succeeded');
  expect((await office.vault(vaultId))?.paymentStatus).toBe('unpaid');

  const completed = await completePayment(office.needs, { ownerId, paymentIntentId: idOf(clientSecret) });
  expect(completed).toEqual({ vaultId, paymentStatus: 'paid' });
  expect(await office.lettersOf(vaultId)).toEqual(['executor-code', 'payment-receipt']);
  expect((await office.auditOf(vaultId)).map(({ event }) => event).sort()).toEqual([
    'code-issued',
    'payment-seen',
    'vault-activated',
  ]);
  expect(await office.charged()).toBe(2999);
});

test('PAY-2: what is charged is the price of the plan, whatever it is', async () => {
  const ownerId = await office.owner();
  await office.database.update(plans).set({ price: '31.50' }).where(eq(plans.name, 'premium_one_time'));
  const vaultId = await office.draft(ownerId, 'premium_one_time');
  const { clientSecret } = await createPaymentIntent(office.needs, { ownerId, vaultId });
  await office.confirm(clientSecret);
  expect(await office.charged()).toBe(3150);
});

test('PAY-3: a declined card leaves the vault unpaid, and the same form takes the next card', async () => {
  const ownerId = await office.owner();
  const vaultId = await office.draft(ownerId, 'basic_one_time');
  const { clientSecret } = await createPaymentIntent(office.needs, { ownerId, vaultId });
  const declined = await office.confirm(clientSecret, cards.declined);
  expect(declined.error).toMatchObject({ code: 'card_declined', message: 'Your card was declined.' });
  const report = { ownerId, paymentIntentId: idOf(clientSecret) };
  await expect(completePayment(office.needs, report)).rejects.toEqual(refused('payment-incomplete'));
  expect((await office.vault(vaultId))?.paymentStatus).toBe('unpaid');

  await office.confirm(clientSecret, cards.pays);
  await office.sandbox.delivered();
  expect((await office.vault(vaultId))?.paymentStatus).toBe('paid');
  expect(await office.charged()).toBe(2999);
});

test('PAY-4: every tab gets the same payment, at once and a day later, so that a vault is charged once', async () => {
  const ownerId = await office.owner();
  const vaultId = await office.draft(ownerId, 'basic_one_time');
  const tabs = await Promise.all(
    Array.from({ length: 10 }, () => createPaymentIntent(office.needs, { ownerId, vaultId })),
  );
  office.clock.pass({ hours: 20 });
  tabs.push(await createPaymentIntent(office.needs, { ownerId, vaultId }));
  const [secret = '', ...others] = new Set(tabs.map(({ clientSecret }) => clientSecret));
  expect(others).toEqual([]);
  const paid = await Promise.all(tabs.map(() => office.confirm(secret)));
  expect(paid.filter(({ intent }) => intent?.status === 'succeeded')).toHaveLength(1);
  expect(await office.charged()).toBe(2999);
  expect(await office.purchases(ownerId)).toHaveLength(1);
});

test('PAY-5: an old payment that was left open is ended before a new one is begun', async () => {
  const ownerId = await office.owner();
  const vaultId = await office.draft(ownerId, 'basic_one_time');
  const old = await createPaymentIntent(office.needs, { ownerId, vaultId });
  office.clock.pass({ hours: 25 });
  const fresh = await createPaymentIntent(office.needs, { ownerId, vaultId });
  expect(fresh.clientSecret).not.toBe(old.clientSecret);
  expect((await office.confirm(old.clientSecret)).error?.code).toBe('payment_intent_unexpected_state');

  await office.database.update(plans).set({ price: '35.00' }).where(eq(plans.name, 'basic_one_time'));
  const dearer = await createPaymentIntent(office.needs, { ownerId, vaultId });
  expect((await office.confirm(fresh.clientSecret)).error?.code).toBe('payment_intent_unexpected_state');
  await office.confirm(dearer.clientSecret);
  expect(await office.charged()).toBe(3500);
});

test('PAY-6: a foreign vault, no vault, an active vault and a monthly plan are refused, and nothing is begun', async () => {
  const ownerId = await office.owner();
  const stranger = await office.owner('Otto');
  const vaultId = await office.draft(ownerId, 'basic_one_time');
  const monthly = await office.draft(ownerId, 'basic_subscription');
  const ask = (input: { ownerId: string; vaultId: string }) => createPaymentIntent(office.needs, input);

  await expect(ask({ ownerId: stranger, vaultId })).rejects.toEqual(refused('vault-not-found'));
  await expect(ask({ ownerId, vaultId: newId(office.clock.now()) })).rejects.toEqual(refused('vault-not-found'));
  await expect(ask({ ownerId, vaultId: '../vaults' })).rejects.toEqual(refused('vault-not-found'));
  await expect(ask({ ownerId, vaultId: monthly })).rejects.toEqual(refused('wrong-plan-kind'));
  expect(await office.objects('payment_intent')).toEqual([]);

  const { clientSecret } = await ask({ ownerId, vaultId });
  await office.confirm(clientSecret);
  await office.sandbox.delivered();
  await expect(ask({ ownerId, vaultId })).rejects.toEqual(refused('already-paid'));
});

test('PAY-7: a plan that is not known or not on offer is never charged', async () => {
  const ownerId = await office.owner();
  const vaultId = await office.draft(ownerId, 'basic_one_time');
  await office.database.update(plans).set({ isActive: false }).where(eq(plans.name, 'basic_one_time'));
  await expect(createPaymentIntent(office.needs, { ownerId, vaultId })).rejects.toEqual(refused('wrong-plan-kind'));
  await office.database.update(vaults).set({ planType: 'golden' }).where(eq(vaults.id, vaultId));
  await expect(createPaymentIntent(office.needs, { ownerId, vaultId })).rejects.toEqual(refused('wrong-plan-kind'));
});

test('PAY-8: a report is believed nothing: foreign, unknown and unpaid payments are refused', async () => {
  const ownerId = await office.owner();
  const stranger = await office.owner('Otto');
  const vaultId = await office.draft(ownerId, 'basic_one_time');
  const { clientSecret } = await createPaymentIntent(office.needs, { ownerId, vaultId });
  const paymentIntentId = idOf(clientSecret);
  await expect(completePayment(office.needs, { ownerId, paymentIntentId })).rejects.toEqual(
    refused('payment-incomplete'),
  );
  office.eventsArrive(false);
  await office.confirm(clientSecret);
  for (const report of [
    { ownerId: stranger, paymentIntentId },
    { ownerId, paymentIntentId: 'pi_unknown' },
    { ownerId, paymentIntentId: '../customers' },
    { ownerId, setupIntentId: 'seti_unknown' },
  ]) {
    await expect(completePayment(office.needs, report)).rejects.toEqual(refused('payment-refused'));
  }
  expect((await office.vault(vaultId))?.paymentStatus).toBe('unpaid');
});

test('PAY-9: a payment that asks for authentication is made by passing it, and by nothing less', async () => {
  const ownerId = await office.owner();
  const vaultId = await office.draft(ownerId, 'basic_one_time');
  const { clientSecret } = await createPaymentIntent(office.needs, { ownerId, vaultId });
  expect((await office.confirm(clientSecret, cards.asksAuthentication)).intent?.status).toBe('requires_action');
  expect((await office.authenticate(clientSecret, 'fail')).error?.message).toMatch(/unable to authenticate/);
  await office.sandbox.delivered();
  expect((await office.vault(vaultId))?.paymentStatus).toBe('unpaid');

  await office.confirm(clientSecret, cards.asksAuthentication);
  await office.authenticate(clientSecret, 'complete');
  await office.sandbox.delivered();
  expect((await office.vault(vaultId))?.paymentStatus).toBe('paid');
  expect(await office.charged()).toBe(2999);
});
