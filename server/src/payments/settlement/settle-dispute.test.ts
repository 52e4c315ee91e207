// A lost dispute, call by call: what is cancelled at Stripe, what is settled here, and who is notified.
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { customer, storedPurchase } from '../../../testing/stored-purchases.ts';
import { usePaymentHarness } from '../../../testing/use-payment-harness.ts';
import { payments } from '../../platform/database/schema.ts';
import type { StripeSubscriptionId } from '../../platform/lib/ids.ts';
import type { PaymentGateway, Purchase } from '../gateway/payment-gateway.ts';
import { settleDispute } from './settle-dispute.ts';

const harness = usePaymentHarness('file');
let asked: unknown[];
beforeEach(() => {
  asked = [];
  harness.clock.pass({ minutes: 1 });
});

const month = 'pi_of_the_month';
type Lost = Awaited<ReturnType<PaymentGateway['readLostDispute']>>;

/** Stripe first returns the purchase as it was, and then as ended. */
function settle(intentId: string, lost: Lost, readings: (Purchase | null)[]): Promise<void> {
  const gateway: Partial<PaymentGateway> = {
    readLostDispute: async () => lost,
    async readPurchase(id) {
      asked.push(`read ${id}`);
      return readings.shift() ?? null;
    },
    async cancelPurchase({ id }) {
      asked.push(`cancel ${id}`);
    },
    listInvoices: async () => [],
  };
  return settleDispute({ ...harness.needs, paymentGateway: { ...harness.paymentGateway, ...gateway } }, intentId);
}
const lostBy = ({ customerId, kind, id }: Purchase): NonNullable<Lost> => ({
  customerId,
  amountCents: 299,
  stripeSubscriptionId: kind === 'monthly' ? (id as StripeSubscriptionId) : null,
});

test.each(['monthly', 'once'] as const)(
  'a plan paid %s that was lost ends here; only a subscription is cancelled at Stripe; the owner is notified once',
  async (kind) => {
    const { purchase, vaultId } = await storedPurchase(harness, { status: 'paid', kind });
    const intentId = kind === 'monthly' ? `${month}_${purchase.userId}` : purchase.id;
    const [userId, description, at] = [purchase.userId, 'a month', harness.clock.now()];
    const billed = { description, billedName: 'Ada', billedEmail: 'ada@example.com', totalCents: 299, paidCents: 299 };
    const charged = { ...billed, userId, at, isDisputed: false };
    await harness.database.insert(payments).values([
      { ...charged, id: intentId, intentId },
      { ...charged, id: `${intentId}_other`, intentId: `${intentId}_other` },
    ]);
    for (let time = 0; time < 2; time++) {
      await settle(intentId, lostBy(purchase), [purchase, { ...purchase, state: 'ended' }]);
      const read = `read ${purchase.id}`;
      expect(asked.splice(0)).toEqual(kind === 'monthly' ? [read, `cancel ${purchase.id}`, read] : [read, read]);
    }
    expect(await harness.statusOf(vaultId)).toBe('lapsed');
    const letters = kind === 'monthly' ? ['payment-disputed', 'plan-ended'] : ['payment-disputed'];
    expect(await harness.lettersTo(userId)).toEqual(letters);
    expect(await harness.lastFacts('payment-disputed')).toEqual({
      firstName: 'Ada',
      amount: '2.99',
      link: 'https://keep.example/account/billing',
    });
    const rows = await harness.database.select().from(payments).where(eq(payments.userId, userId));
    const disputed = rows.map((payment) => [payment.intentId, payment.isDisputed]).sort();
    expect(disputed).toEqual([
      [intentId, true],
      [`${intentId}_other`, false],
    ]);
  },
);

test('a payment that was not lost, or is not our purchase, cancels and changes nothing', async () => {
  const { purchase, vaultId } = await storedPurchase(harness, { status: 'paid', kind: 'monthly' });
  await settle(month, null, [purchase]);
  expect(asked).toEqual([]);
  await settle(month, lostBy(purchase), []);
  expect(asked).toEqual([`read ${purchase.id}`]);
  expect(await harness.statusOf(vaultId)).toBe('paid');
  expect(await harness.lettersTo(purchase.userId)).toEqual([]);
});

test('a purchase that is gone after its cancellation is still reported as disputed; an unknown customer gets no letter', async () => {
  const { purchase, vaultId } = await storedPurchase(harness, { status: 'paid', kind: 'once' });
  await settle(purchase.id, lostBy(purchase), [purchase, null]);
  expect(await harness.statusOf(vaultId)).toBe('paid');
  expect(await harness.lettersTo(purchase.userId)).toEqual(['payment-disputed']);
  const stranger = await customer(harness);
  await settle('pi_x', { ...lostBy(purchase), customerId: 'cus_of_nobody' }, [purchase, null]);
  expect(await harness.lettersTo(stranger)).toEqual([]);
});
