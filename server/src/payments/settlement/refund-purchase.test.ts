// Requesting a refund from Stripe: with the right ids, repeated until Stripe answers; a fault is never treated as an answer.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { storedPurchase } from '../../../testing/stored-purchases.ts';
import { usePaymentHarness } from '../../../testing/use-payment-harness.ts';
import { countVaultOn } from '../../plans/purchase-store.ts';
import { userSubscriptions } from '../../platform/database/schema.ts';
import { newPurchaseId, type PurchaseId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import type { PaymentGateway } from '../gateway/payment-gateway.ts';
import { moveVaultsOnce } from './move-vaults.ts';
import { refundPurchase } from './refund-purchase.ts';
import { purchaseStripeId } from './upsert-purchase.ts';

const harness = usePaymentHarness('file');

async function rowOf(id: PurchaseId) {
  const [row] = await harness.database.select().from(userSubscriptions).where(eq(userSubscriptions.id, id));
  if (!row) throw new Error('the purchase is not there');
  return row;
}
const refundBy = async (refund: PaymentGateway['refund'], id: PurchaseId) =>
  refundPurchase({ ...harness.needs, paymentGateway: { ...harness.paymentGateway, refund } }, await rowOf(id));

test.each(['monthly', 'once'] as const)('a plan paid %s is refunded until Stripe answers', async (kind) => {
  const { purchase, rowId } = await storedPurchase(harness, { status: 'refunding', kind });
  const asked: unknown[] = [];
  await refundBy(async () => refuse('service-busy'), rowId);
  expect((await rowOf(rowId)).status).toBe('refunding');
  await expect(refundBy(() => Promise.reject(new Error('a fault')), rowId)).rejects.toThrow('a fault');
  expect((await rowOf(rowId)).status).toBe('refunding');
  harness.clock.pass({ minutes: 1 });
  await refundBy(async (refund) => void asked.push(refund), rowId);
  const intentId = kind === 'once' ? purchase.id : null;
  expect(asked).toEqual([{ kind, id: purchase.id, intentId }]);
  expect(await rowOf(rowId)).toMatchObject({ status: 'refunded', updatedAt: harness.clock.now() });
});

test('a purchase is found at Stripe by its subscription or its payment, and without both it is a fault', async () => {
  const row = await rowOf((await storedPurchase(harness, { status: 'paid', kind: 'monthly' })).rowId);
  expect(purchaseStripeId({ ...row, stripePaymentIntentId: 'pi_first' })).toBe(row.stripeSubscriptionId);
  expect(purchaseStripeId({ ...row, stripeSubscriptionId: null, stripePaymentIntentId: 'pi_once' })).toBe('pi_once');
  expect(() => purchaseStripeId({ ...row, stripeSubscriptionId: null })).toThrow('without a Stripe id');
});

test('vaults move once, and only from a plan that has ended', async () => {
  const [ended, running] = [
    await storedPurchase(harness, { status: 'ended', kind: 'monthly' }),
    await storedPurchase(harness, { status: 'paid', kind: 'monthly' }),
  ];
  const place = { purchaseId: running.rowId, paymentStatus: 'paid' } as const;
  const move = (id: PurchaseId) =>
    harness.database.transaction((tx) => moveVaultsOnce(tx, { ended: { id, vaults: 2 }, place }, harness.clock.now()));
  expect(await move(running.rowId)).toBe(false);
  expect(await move(newPurchaseId(harness.clock.now()))).toBe(false);
  expect((await rowOf(running.rowId)).vaultsCreated).toBe(1);
  expect([await move(ended.rowId), await move(ended.rowId)]).toEqual([true, false]);
  expect((await rowOf(running.rowId)).vaultsCreated).toBe(3);
  expect(await harness.vault(ended.vaultId)).toMatchObject({ purchaseId: running.rowId, paymentStatus: 'paid' });
  await harness.database.transaction((tx) => countVaultOn(tx, ended.rowId));
  expect((await rowOf(ended.rowId)).vaultsCreated).toBe(2);
});
