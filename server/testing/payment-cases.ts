// For tests of bad input: vaults, purchases and saved cards in every state in which a payment call is refused, created by the
// real calls, and signed webhook events.
import { api } from '@remembrance/contract/api.ts';
import type { PlanName } from '@remembrance/contract/plan-catalogue.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { cards, intentOf, openCardPage } from '@remembrance/sandbox/card-page.ts';
import { eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { plans, vaults } from '../src/platform/database/schema.ts';
import { newId } from '../src/platform/lib/ids.ts';
import { draftVault, type Owner, paidVault, releasedVault, signedIn } from './people.ts';
import type { TestApp } from './test-app.ts';

/** An owner, and the id they use in a call. */
export interface Named {
  owner: Owner;
  id: string;
}

export interface SentEvent {
  payload: string;
  signature?: string;
}

const withoutOffer: PlanName[] = ['premium_one_time', 'premium_subscription'];

export async function openPaymentCases(app: TestApp) {
  const { sandbox, keyring } = app.services;
  if (!sandbox) throw new Error('the sandbox is off');
  await sandbox.tools.setDropping(true); // nothing listens at this application's address
  const page = openCardPage(sandbox);
  let people = 0;
  const newOwner = () => signedIn(app, another(ada, ++people));
  const owner = await newOwner();
  const stranger = await newOwner();

  const draftOf = async (of: Owner, planType: PlanName) => (await draftVault(of, { planType })).id;
  const idOf = async (row: Promise<{ id: string }>) => (await row).id;
  const change = (id: string, values: Partial<typeof vaults.$inferInsert>) =>
    app.database.update(vaults).set(values).where(eq(vaults.id, id));

  /** Vaults that cannot be paid for with a plan of this kind. */
  async function unpayable(planType: PlanName, otherKind: PlanName, noOffer: PlanName): Promise<Record<string, Named>> {
    const [payer, releaser, lapsed, holder] = [await newOwner(), await newOwner(), await newOwner(), await newOwner()];
    const deleted = await draftOf(owner, planType);
    await owner.ask(api.deleteVault, { params: { id: deleted } });
    const lapsedId = await idOf(paidVault(app, lapsed, { planType }));
    await change(lapsedId, { paymentStatus: 'lapsed' });
    const unknownPlan = await draftOf(holder, planType);
    await change(unknownPlan, { planType: 'golden' });
    return {
      'a foreign vault': { owner, id: await draftOf(stranger, planType) },
      'an unknown vault': { owner, id: newId(app.clock.now()) },
      'an invalid id': { owner, id: '../vaults' },
      'a deleted vault': { owner, id: deleted },
      'a paid vault': { owner: payer, id: await idOf(paidVault(app, payer, { planType })) },
      'a released vault': { owner: releaser, id: await idOf(releasedVault(app, releaser, { planType })) },
      'a lapsed vault': { owner: lapsed, id: lapsedId },
      'a vault of the other kind of plan': { owner: holder, id: await draftOf(holder, otherKind) },
      'a vault of an unknown plan': { owner: holder, id: unknownPlan },
      'a vault of a plan that is not on offer': { owner: holder, id: await draftOf(holder, noOffer) },
    };
  }
  const once = await unpayable('basic_one_time', 'basic_subscription', 'premium_one_time');
  const monthly = await unpayable('basic_subscription', 'basic_one_time', 'premium_subscription');
  for (const name of withoutOffer) {
    await app.database.update(plans).set({ isActive: false }).where(eq(plans.name, name));
  }

  const beginOnce = async (of: Owner) => {
    const vaultId = await draftOf(of, 'basic_one_time');
    const { clientSecret } = await of.ask(api.createPaymentIntent, { body: { vaultId } });
    return { vaultId, clientSecret, id: intentOf(clientSecret) };
  };
  const beginMonthly = async (of: Owner) => {
    const vaultId = await draftOf(of, 'basic_subscription');
    const { clientSecret = '' } = await of.ask(api.createSubscription, { body: { vaultId } });
    return { vaultId, clientSecret, id: intentOf(clientSecret) };
  };
  const planOf = async (of: Owner, planType: string) => {
    const { plans } = await of.ask(api.getBilling);
    return plans.find((plan) => plan.planType === planType)?.id ?? '';
  };
  const pay = async (of: Owner) => {
    const [payment, card] = [await beginOnce(of), await beginMonthly(of)];
    await page.confirm(payment.clientSecret);
    await page.confirm(card.clientSecret);
    await of.ask(api.completePayment, { body: { paymentIntentId: payment.id } });
    await of.ask(api.completePayment, { body: { setupIntentId: card.id } });
    return {
      payment,
      card,
      oncePlan: await planOf(of, 'one_time'),
      monthlyPlan: await planOf(of, 'subscription'),
    };
  };
  /** Saves a card for a plan, before its page reports it. */
  const saveCard = async (of: Owner, plan: string, number: string = cards.pays) => {
    const { clientSecret } = await of.ask(api.beginCardChange, { params: { id: plan } });
    if (number !== '') await page.confirm(clientSecret, number);
    return intentOf(clientSecret);
  };
  return {
    owner,
    stranger,
    newOwner,
    once,
    monthly,
    page,
    sandbox,
    beginOnce,
    beginMonthly,
    pay,
    saveCard,
    /** A webhook event, signed as Stripe signs it now or with another secret or time. */
    signed(event: object, other: { secret?: string; ageSeconds?: number } = {}): SentEvent {
      const payload = JSON.stringify(event);
      const { secret = keyring.librarySecret('card-processor-sandbox'), ageSeconds = 0 } = other;
      const timestamp = Math.floor(app.clock.now().getTime() / 1000) - ageSeconds;
      return { payload, signature: Stripe.webhooks.generateTestHeaderString({ payload, timestamp, secret }) };
    },
    deliver: ({ payload, signature }: SentEvent) =>
      app.caller().send({
        method: 'POST',
        url: api.paymentWebhook.path,
        payload,
        headers: {
          'content-type': 'application/json',
          ...(signature !== undefined && { 'stripe-signature': signature }),
        },
      }),
  };
}

export type PaymentCases = Awaited<ReturnType<typeof openPaymentCases>>;
