// The HTTP routes for an owner's purchases.
import * as contract from '@remembrance/contract/billing.ts';
import type { Routes } from '../http/routes.ts';
import type { PaymentNeeds } from '../payments/payment-needs.ts';
import { cancelPlan } from './cancel-plan.ts';
import { beginCardChange, completeCardChange } from './change-card.ts';
import { changePlan, previewPlanChange } from './change-plan.ts';
import { renewPlan } from './renew-plan.ts';
import { resumePlan } from './resume-plan.ts';
import { showBilling } from './show-billing.ts';

export function billingRoutes(routes: Routes, needs: PaymentNeeds): void {
  routes.owner(contract.getBilling, ({ owner }) => showBilling(needs, owner.id));
  routes.owner(contract.beginCardChange, ({ owner, params }) =>
    beginCardChange(needs, { ownerId: owner.id, id: params.id }),
  );
  routes.owner(contract.completeCardChange, ({ owner, params, body }) =>
    completeCardChange(needs, { ...body, ownerId: owner.id, id: params.id }),
  );
  routes.owner(contract.previewPlanChange, ({ owner, params, query }) =>
    previewPlanChange(needs, { ...query, ownerId: owner.id, id: params.id }),
  );
  routes.owner(contract.changePlan, ({ owner, params, body }) =>
    changePlan(needs, { ...body, ownerId: owner.id, id: params.id }),
  );
  routes.owner(contract.cancelPlan, ({ owner, params, body }) =>
    cancelPlan(needs, { ...body, ownerId: owner.id, id: params.id }),
  );
  routes.owner(contract.resumePlan, ({ owner, params }) => resumePlan(needs, { ownerId: owner.id, id: params.id }));
  routes.owner(contract.renewPlan, ({ owner, params }) => renewPlan(needs, { ownerId: owner.id, id: params.id }));
}
