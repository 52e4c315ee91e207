// For tests: concurrent payments for a given number of one owner's vaults.
import type { PlanName, planCatalogue } from '@remembrance/contract/plan-catalogue.ts';
import { intentOf } from '@remembrance/sandbox/card-page.ts';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { completePayment } from '../src/payments/checkout/complete-payment.ts';
import { createPaymentIntent } from '../src/payments/checkout/create-payment-intent.ts';
import { createSubscription } from '../src/payments/checkout/create-subscription.ts';
import { executors, users, vaults } from '../src/platform/database/schema.ts';
import type { PaymentHarness } from './payment-harness.ts';

type Plan = (typeof planCatalogue)[number];
interface Buyer {
  harness: PaymentHarness;
  ownerId: string;
}

/** Pays for many vaults without a free month: as many are activated as the plan has places, and the rest are refunded. */
export async function payForPlaces(harness: PaymentHarness, { name, price, vaultLimit }: Plan, many: number) {
  const buyer = { harness, ownerId: await harness.owner() };
  await harness.database.update(users).set({ trialStartedAt: harness.clock.now() }).where(eq(users.id, buyer.ownerId));
  const answers = await payAtOnce(buyer, name, await drafts(buyer, name, many));
  expect(countOf(answers)).toEqual({ done: vaultLimit, 'payment-refused': many - vaultLimit });
  await expectWhole(buyer, vaultLimit, 'paid');
  expect(await harness.charged()).toBe(Math.round(Number(price) * 100));
}

/** Pays for vaults with the single free month in the same way. */
export async function startTrials(harness: PaymentHarness, { name, vaultLimit }: Plan, many: number) {
  const buyer = { harness, ownerId: await harness.owner() };
  const answers = await payAtOnce(buyer, name, await drafts(buyer, name, many));
  expect(countOf(answers)).toEqual({ done: vaultLimit, 'payment-refused': many - vaultLimit });
  await expectWhole(buyer, vaultLimit, 'trial');
  expect(await harness.charged()).toBe(0);
}

const drafts = ({ harness, ownerId }: Buyer, planType: PlanName, count: number) =>
  Promise.all(Array.from({ length: count }, () => harness.draft(ownerId, planType)));

async function begin({ harness, ownerId }: Buyer, planType: PlanName, vaultId: string): Promise<string> {
  if (!planType.endsWith('subscription')) {
    return (await createPaymentIntent(harness.needs, { ownerId, vaultId })).clientSecret;
  }
  const started = await createSubscription(harness.needs, { ownerId, vaultId });
  if (started.status !== 'needs-card') throw new Error('no card was required');
  return started.clientSecret;
}

/** Pays for vaults with all events withheld, then reports all payments concurrently. @returns the codes of the answers. */
async function payAtOnce(buyer: Buyer, planType: PlanName, vaultIds: string[]): Promise<string[]> {
  const { harness, ownerId } = buyer;
  harness.eventsArrive(false);
  const secrets = await Promise.all(vaultIds.map((vaultId) => begin(buyer, planType, vaultId)));
  await Promise.all(secrets.map((secret) => harness.confirm(secret)));
  const reports = secrets.map((secret) => {
    const id = intentOf(secret);
    return { ownerId, ...(id.startsWith('pi_') ? { paymentIntentId: id } : { setupIntentId: id }) };
  });
  const answers = await Promise.allSettled(reports.map((report) => completePayment(harness.needs, report)));
  return answers.map((answer) => (answer.status === 'fulfilled' ? 'done' : String(answer.reason.code)));
}

const countOf = (things: string[]) =>
  Object.fromEntries([...new Set(things)].sort().map((one) => [one, things.filter((other) => other === one).length]));

/** Checks that each vault is either active with its code or an untouched draft, and that each purchase is settled. */
async function expectWhole(buyer: Buyer, activated: number, paymentStatus: 'paid' | 'trial'): Promise<void> {
  const { harness, ownerId } = buyer;
  const rows = await harness.database.select().from(vaults).where(eq(vaults.creatorId, ownerId));
  const active = rows.filter((vault) => vault.paymentStatus !== 'unpaid');
  expect(active.map((vault) => vault.paymentStatus)).toEqual(Array(activated).fill(paymentStatus));
  for (const { id, paymentStatus: status, activatedAt } of rows) {
    const [executor] = await harness.database.select().from(executors).where(eq(executors.vaultId, id));
    const codes = (await harness.lettersOf(id)).filter((kind) => kind === 'executor-code').length;
    const isActive = status !== 'unpaid';
    expect([activatedAt !== null, Boolean(executor?.codeSentAt), codes]).toEqual([
      isActive,
      isActive,
      isActive ? 1 : 0,
    ]);
  }
  const purchases = await harness.purchases(ownerId);
  const valid = purchases.filter(({ status }) => status !== 'refunded');
  expect(valid.map(({ status }) => status)).toEqual([paymentStatus === 'paid' ? 'paid' : 'trial']);
  expect(valid.map(({ vaultsCreated }) => vaultsCreated)).toEqual([activated]);
  expect(purchases.filter(({ id, vaultsCreated }) => id !== valid[0]?.id && vaultsCreated > 0)).toEqual([]);
}
