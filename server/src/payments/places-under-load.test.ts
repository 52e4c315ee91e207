// The places of a plan when a hundred vaults are paid for at once: exactly as many are activated as there are places, every
// other payment is refunded, and nothing stays half done.
import { type PlanName, planCatalogue } from '@remembrance/contract/plan-catalogue.ts';
import { intentOf } from '@remembrance/sandbox/card-page.ts';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { usePaymentHarness } from '../../testing/use-payment-harness.ts';
import { executors, users, vaults } from '../database/schema.ts';
import { completePayment } from './complete-payment.ts';
import { createPaymentIntent } from './create-payment-intent.ts';
import { createSubscription } from './create-subscription.ts';

const many = 100;
const harness = usePaymentHarness();
let ownerId: string;
beforeEach(async () => {
  ownerId = await harness.owner();
});

const drafts = (planType: PlanName, count: number) =>
  Promise.all(Array.from({ length: count }, () => harness.draft(ownerId, planType)));

async function begin(planType: PlanName, vaultId: string): Promise<string> {
  if (!planType.endsWith('subscription')) {
    return (await createPaymentIntent(harness.needs, { ownerId, vaultId })).clientSecret;
  }
  const started = await createSubscription(harness.needs, { ownerId, vaultId });
  if (started.status !== 'needs-card') throw new Error('no card was required');
  return started.clientSecret;
}

/** Pays for vaults with all events withheld, then reports all payments at once. @returns the codes of the answers. */
async function payAtOnce(planType: PlanName, vaultIds: string[]): Promise<string[]> {
  harness.eventsArrive(false);
  const secrets = await Promise.all(vaultIds.map((vaultId) => begin(planType, vaultId)));
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
async function expectWhole(activated: number, paymentStatus: 'paid' | 'trial'): Promise<void> {
  const rows = await harness.database.select().from(vaults).where(eq(vaults.creatorId, ownerId));
  const active = rows.filter((vault) => vault.paymentStatus !== 'unpaid');
  expect(active.map((vault) => vault.paymentStatus)).toEqual(Array(activated).fill(paymentStatus));
  for (const { id, paymentStatus: status, activatedAt } of rows) {
    const [executor] = await harness.database.select().from(executors).where(eq(executors.vaultId, id));
    const codes = (await harness.lettersOf(id)).filter((kind) => kind === 'executor-code').length;
    const isActive = status !== 'unpaid';
    expect([activatedAt !== null, executor?.accessCode != null, codes]).toEqual([isActive, isActive, isActive ? 1 : 0]);
  }
  const purchases = await harness.purchases(ownerId);
  const valid = purchases.filter(({ status }) => status !== 'refunded');
  expect(valid.map(({ status }) => status)).toEqual([paymentStatus === 'paid' ? 'active' : 'trialing']);
  expect(valid.map(({ vaultsCreated }) => vaultsCreated)).toEqual([activated]);
  expect(purchases.filter(({ id, vaultsCreated }) => id !== valid[0]?.id && vaultsCreated > 0)).toEqual([]);
}

describe('PLAN-1: a hundred payments at once fill the places of a plan exactly, and every other is refunded', () => {
  test.each(planCatalogue)('$name', { timeout: 120_000 }, async ({ name, price, vaultLimit }) => {
    await harness.database.update(users).set({ trialStartedAt: harness.clock.now() }).where(eq(users.id, ownerId));
    const answers = await payAtOnce(name, await drafts(name, many));
    expect(countOf(answers)).toEqual({ done: vaultLimit, 'payment-refused': many - vaultLimit });
    await expectWhole(vaultLimit, 'paid');
    expect(await harness.charged()).toBe(Math.round(Number(price) * 100));
  });

  test.each(planCatalogue.filter(({ trialDays }) => trialDays))(
    '$name, started with the one free month',
    { timeout: 120_000 },
    async ({ name, vaultLimit }) => {
      const answers = await payAtOnce(name, await drafts(name, many));
      expect(countOf(answers)).toEqual({ done: vaultLimit, 'payment-refused': many - vaultLimit });
      await expectWhole(vaultLimit, 'trial');
      expect(await harness.charged()).toBe(0);
    },
  );
});
