// Changes a monthly plan to the other one for the previewed amount. A change to a smaller plan is stored first, under
// the owner's lock, so that no vault can use a place that is about to disappear. Stripe's state decides in the end.
import type { BilledPlan, PlanChange } from '@remembrance/contract/billing.ts';
import type { PlanName } from '@remembrance/contract/plan-catalogue.ts';
import { findPlanByName, type PlanRow } from '../../plans/plan-store.ts';
import { findOwnedPurchase, placesOf } from '../../plans/purchase-store.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { minutesLater } from '../../platform/lib/clock.ts';
import { priceOf } from '../../platform/lib/money.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { lockOwner } from '../../vaults/vault/vault-store.ts';
import { priceIdOf } from '../checkout/begin-purchase.ts';
import { movePlan } from '../settlement/move-vaults.ts';
import type { PaymentNeeds } from '../settlement/payment-needs.ts';
import { fitsOn } from './billing-rules.ts';
import { type PlanInput, readOwnPlan, showOwnPlan } from './monthly-plan.ts';

interface ChangeInput extends PlanInput {
  plan: PlanName;
}

const previewMinutes = 60;

export async function previewPlanChange(needs: PaymentNeeds, input: ChangeInput): Promise<PlanChange> {
  const { stripeSubscriptionId } = await readOwnPlan(needs, input);
  const target = await needs.database.transaction(async (tx) => {
    await lockOwner(tx, input.ownerId);
    return readTarget(tx, input);
  });
  const at = needs.clock.now();
  const priceId = await priceIdOf(needs, target, input.ownerId);
  const change = { id: stripeSubscriptionId, priceId, at };
  const { dueCents, creditCents } = await needs.paymentGateway.previewPlanChange(change);
  return { dueNow: priceOf(dueCents), credit: priceOf(creditCents), at: at.toISOString() };
}

export async function changePlan(needs: PaymentNeeds, input: ChangeInput & { at: string }): Promise<BilledPlan> {
  const at = new Date(input.at);
  const now = needs.clock.now();
  const { stripeSubscriptionId, plan } = await readOwnPlan(needs, input);
  if (at > now || at < minutesLater(now, -previewMinutes)) refuse('price-outdated');
  const target = await needs.database.transaction(async (tx) => {
    await lockOwner(tx, input.ownerId);
    const wanted = await readTarget(tx, input);
    if (wanted.vaultLimit < plan.vaultLimit) await movePlan(tx, input.id, wanted);
    return wanted;
  });
  try {
    const priceId = await priceIdOf(needs, target, input.ownerId);
    await needs.paymentGateway.changePlan({ id: stripeSubscriptionId, priceId, planId: target.id, at });
  } catch (error) {
    await showOwnPlan(needs, input).catch(() => {}); // resets the rows to Stripe's state; if this fails, the next webhook event does it
    throw error;
  }
  return showOwnPlan(needs, input);
}

// Returns the new plan if it is another monthly plan and the vaults fit on it. The caller must hold the owner's lock.
async function readTarget(tx: Transaction, { ownerId, id, plan }: ChangeInput): Promise<PlanRow> {
  const target = await findPlanByName(tx, plan);
  const owned = await findOwnedPurchase(tx, ownerId, id);
  if (!owned) refuse('plan-not-found');
  if (!target?.isActive || target.planType !== 'subscription' || target.id === owned.plan.id) refuse('wrong-plan-kind');
  const { used } = await placesOf(tx, ownerId, target);
  if (!fitsOn(target, used, owned.vaultsNow)) refuse('plan-too-small');
  return target;
}
