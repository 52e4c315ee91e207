// What a waiting page gets for each outcome, and whose purchase it may ask about.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { storedPurchase } from '../../../testing/stored-purchases.ts';
import { refused, usePaymentHarness } from '../../../testing/use-payment-harness.ts';
import { userSubscriptions } from '../../platform/database/schema.ts';
import type { PaymentGateway, Purchase } from '../gateway/payment-gateway.ts';
import { completePayment } from './complete-payment.ts';

const harness = usePaymentHarness('file');
const asked: string[] = [];

const complete = (report: Parameters<typeof completePayment>[1], read: Purchase | null) => {
  const gateway: Partial<PaymentGateway> = {
    async readPurchase(id) {
      asked.push(id);
      return read;
    },
    refund: async () => {},
    listInvoices: async () => [],
  };
  return completePayment({ ...harness.needs, paymentGateway: { ...harness.paymentGateway, ...gateway } }, report);
};

test("another owner's purchase, an unknown one and a missing one are refused before we ask Stripe", async () => {
  const { purchase } = await storedPurchase(harness, { status: 'open', kind: 'once' });
  const other = await storedPurchase(harness, { status: 'open', kind: 'once' });
  const { userId: ownerId, id: paymentIntentId } = purchase;
  for (const report of [
    { ownerId: other.purchase.userId, paymentIntentId },
    { ownerId, paymentIntentId: 'pi_unknown' },
    { ownerId },
  ]) {
    await expect(complete(report, purchase)).rejects.toEqual(refused('payment-refused'));
  }
  expect(asked).toEqual([]);
  await expect(complete({ ownerId, paymentIntentId }, null)).rejects.toEqual(refused('payment-refused'));
  expect(asked.splice(0)).toEqual([paymentIntentId]);
});

test('a page waits with its payment or its card, and gets the vault and its status', async () => {
  const once = await storedPurchase(harness, { status: 'open', kind: 'once' });
  const { userId: ownerId, id: paymentIntentId } = once.purchase;
  const answer = { vaultId: once.vaultId, paymentStatus: 'paid' };
  expect(await complete({ ownerId, paymentIntentId, setupIntentId: 'seti_other' }, once.purchase)).toEqual(answer);
  const plan = await storedPurchase(harness, { status: 'trial', kind: 'monthly', state: 'trial' });
  const row = eq(userSubscriptions.id, plan.rowId);
  const setupIntentId = 'seti_of_the_trial';
  await harness.database.update(userSubscriptions).set({ stripePaymentIntentId: setupIntentId }).where(row);
  asked.length = 0;
  expect(await complete({ ownerId: plan.purchase.userId, setupIntentId }, plan.purchase)).toEqual({
    vaultId: plan.vaultId,
    paymentStatus: 'trial',
  });
  expect(asked.splice(0)).toEqual([plan.purchase.id]);
});

test.each([
  ['is open', { state: 'open' }, 'payment-incomplete', undefined],
  ['belongs to nobody here', { customerId: 'cus_of_nobody' }, 'payment-refused', undefined],
  ['ended unpaid', { state: 'ended' }, 'payment-incomplete', undefined],
  ['has another price', { amountCents: 1 }, 'payment-refused', /price of this plan has changed/],
] as const)('a page whose purchase %s is refused with the reason', async (_, change, code, detail) => {
  const { purchase } = await storedPurchase(harness, { status: 'open', kind: 'once' });
  const report = { ownerId: purchase.userId, paymentIntentId: purchase.id };
  const refusal = await complete(report, { ...purchase, ...change }).catch((error: unknown) => error);
  expect(refusal).toEqual(refused(code));
  const said = (refusal as { extras: { detail?: string } }).extras.detail;
  if (detail) expect(said).toMatch(detail);
  else expect(said).toBeUndefined();
});

test('a page is refused if its purchase is valid but its vault is gone or unpaid', async () => {
  const { purchase, vaultId } = await storedPurchase(harness, { status: 'ended', kind: 'once' });
  await harness.removeVault(vaultId);
  const report = { ownerId: purchase.userId, paymentIntentId: purchase.id };
  const refusal = await complete(report, purchase).catch((error: unknown) => error);
  expect(refusal).toEqual(refused('payment-refused'));
  expect((refusal as { extras: object }).extras).toEqual({});
});
