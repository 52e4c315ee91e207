// Seeding the plans table, and what the API shows of it.
import { listPlans, type Plan } from '@remembrance/contract/plans.ts';
import { eq } from 'drizzle-orm';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { noLimits } from '../../testing/no-limits.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { createRoutes } from '../http/routes.ts';
import { plans } from '../platform/database/schema.ts';
import { systemClock } from '../platform/lib/clock.ts';
import { planRoutes } from './plan-routes.ts';
import { seedPlans } from './plan-store.ts';

let opened: Awaited<ReturnType<typeof openTestDatabase>>;
beforeEach(async () => {
  opened = await openTestDatabase();
});
afterEach(() => opened.close());

const rows = () => opened.database.select().from(plans).orderBy(plans.name);

test('ten processes that start concurrently seed four plans, and a later start changes nothing', {
  tags: 'long',
}, async () => {
  const { database } = opened;
  await Promise.all(Array.from({ length: 10 }, () => seedPlans(database)));
  const before = await rows();
  expect(before).toHaveLength(4);
  await seedPlans(database);
  expect(await rows()).toEqual(before);
});

test('a new price is stored and clears the old Stripe price id; a plan the operator no longer offers stays off', async () => {
  const { database } = opened;
  await seedPlans(database);
  const stripe = { stripePriceId: 'price_1', stripeProductId: 'prod_1' };
  await database.update(plans).set({ ...stripe, isActive: false });
  await database.update(plans).set({ price: '1.99' }).where(eq(plans.name, 'basic_subscription'));
  await seedPlans(database);
  const found = new Map((await rows()).map((plan) => [plan.name, plan]));
  expect(found.get('basic_subscription')).toMatchObject({ price: '2.99', stripePriceId: null, isActive: false });
  expect(found.get('premium_subscription')).toMatchObject({ price: '4.99', isActive: false, ...stripe });
});

test('the offered plans are listed cheapest first within each kind, with two decimal places', async () => {
  const { database } = opened;
  await seedPlans(database);
  const app = Fastify();
  planRoutes(openRoutes(app), { database });
  const shown = (await app.inject(listPlans.path)).json();
  expect(shown.map(({ name, planType, price }: Plan) => [name, planType, price])).toEqual([
    ['basic_one_time', 'one_time', '29.99'],
    ['premium_one_time', 'one_time', '49.99'],
    ['basic_subscription', 'subscription', '2.99'],
    ['premium_subscription', 'subscription', '4.99'],
  ]);
  expect(Object.keys(shown[0])).not.toContain('stripePriceId');
  await database.update(plans).set({ isActive: false }).where(eq(plans.name, 'basic_one_time'));
  expect((await app.inject(listPlans.path)).json()).toHaveLength(3);
});

function openRoutes(app: ReturnType<typeof Fastify>) {
  const publicUrl = 'https://keep.example';
  const ourOrigins = new Set([publicUrl]);
  return createRoutes({
    isOnHold: async () => false,
    isExchanged: () => false,
    app,
    clock: systemClock,
    rateLimiter: noLimits,
    ourOrigins,
    publicUrl,
    readOwner: async () => null,
  });
}
