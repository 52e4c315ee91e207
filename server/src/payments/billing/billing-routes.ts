// The HTTP routes for an owner's purchases.
import * as contract from '@remembrance/contract/billing.ts';
import { proofReasons } from '@remembrance/contract/proof.ts';
import { requireProof } from '../../http/require-proof.ts';
import type { Owner, Routes } from '../../http/routes.ts';
import { isPurchaseId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import type { PaymentNeeds } from '../settlement/payment-needs.ts';
import { changePlan, previewPlanChange } from './change-plan.ts';
import { beginCardChange, cancelPlan, completeCardChange, type PlanInput, resumePlan } from './monthly-plan.ts';
import { renewPlan } from './renew-plan.ts';
import { showBilling } from './show-billing.ts';

export function billingRoutes(routes: Routes, needs: PaymentNeeds): void {
  routes.owner(contract.getBilling, ({ owner }) => showBilling(needs, owner.id));
  routes.owner(contract.beginCardChange, ({ owner, params }) => beginCardChange(needs, planOf(owner, params)));
  routes.owner(contract.completeCardChange, ({ owner, params, body }) =>
    completeCardChange(needs, { ...body, ...planOf(owner, params) }),
  );
  routes.owner(contract.previewPlanChange, ({ owner, params, query }) =>
    previewPlanChange(needs, { ...query, ...planOf(owner, params) }),
  );
  routes.owner(contract.changePlan, ({ owner, params, body }) =>
    changePlan(needs, { ...body, ...planOf(owner, params) }),
  );
  routes.owner(contract.cancelPlan, ({ owner, params, body }) => {
    if (body.isCancelled) requireProof(owner, needs.clock.now(), proofReasons.cancelledPlan);
    return cancelPlan(needs, { ...body, ...planOf(owner, params) });
  });
  routes.owner(contract.resumePlan, ({ owner, params }) => resumePlan(needs, planOf(owner, params)));
  routes.owner(contract.renewPlan, ({ owner, params }) => renewPlan(needs, planOf(owner, params)));
}

const planOf = (owner: Owner, { id }: { id: string }): PlanInput => ({
  ownerId: owner.id,
  id: isPurchaseId(id) ? id : refuse('plan-not-found'),
});
