// Billing: an owner's plans, their card, their payments, and every change of a monthly plan.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { planNames } from './plan-catalogue.ts';
import { proofReasons } from './proof.ts';

/** The billing page, which letters link to. */
export const billingPath = '/account/billing';

export const planStates = ['trial', 'paid', 'past-due', 'paused', 'ended'] as const;
export type PlanState = (typeof planStates)[number];

/** `lastFour` is empty for a method other than a card, which `brand` then names. */
const card = z.object({ brand: z.string(), lastFour: z.string() });

export const billedPlan = z.object({
  id: z.string(),
  name: z.string(),
  displayName: z.string(),
  planType: z.string(),
  /** In dollars, once or each month. */
  price: z.string(),
  state: z.enum(planStates),
  places: z.object({ used: z.int(), limit: z.int() }),
  /** The active and released vaults of the plan, oldest first. */
  vaults: z.array(z.object({ id: z.string(), title: z.string() })),
  boughtAt: z.string(),
  /** The next charge; null if there is none. */
  nextPayment: z.nullable(z.object({ at: z.string(), amount: z.string() })),
  /** When it ends, if it was cancelled or has no card. */
  endsAt: z.nullable(z.string()),
  isCancelled: z.boolean(),
  /** Whether it has ended and can be restarted with its vaults. */
  canRestart: z.boolean(),
  card: z.nullable(card),
  /** Confirms an amount of this plan that waits for the owner's bank. */
  clientSecret: z.nullable(z.string()),
  /** The monthly plan it can be changed to. */
  changesTo: z.nullable(z.object({ name: z.enum(planNames), displayName: z.string(), price: z.string() })),
});
export type BilledPlan = z.output<typeof billedPlan>;

/** A charge as it was billed at the time; only its state may change. */
export const billedPayment = z.object({
  id: z.string(),
  at: z.string(),
  description: z.string(),
  billedTo: z.object({ name: z.string(), email: z.string() }),
  /** The amount that the owner's credit covered, and the amount that was paid. */
  credit: z.string(),
  amount: z.string(),
  /** The refunded amount; the full amount if the payment is refunded. */
  refunded: z.string(),
  state: z.enum(['paid', 'open', 'refunded', 'disputed']),
});
export type BilledPayment = z.output<typeof billedPayment>;

export const getBilling = endpoint({
  method: 'GET',
  path: '/api/billing',
  summary: "The owner's plans and payments, newest first.",
  access: 'owner',
  reply: z.object({ plans: z.array(billedPlan), payments: z.array(billedPayment) }),
  refusals: ['service-busy'],
});
export type Billing = z.output<typeof getBilling.reply>;

const changeLimit = { tries: 60, seconds: 60 };
const planParams = z.object({ id: z.string().check(z.maxLength(100)) });
const ownPlanRefusals = ['plan-not-found', 'plan-ended', 'service-busy'] as const;
const changeRefusals = [...ownPlanRefusals, 'plan-paused'] as const;

export const beginCardChange = endpoint({
  method: 'POST',
  path: '/api/billing/plans/:id/card',
  summary: 'Starts changing the card of a monthly plan.',
  access: 'owner',
  proof: 'always',
  proofReason: proofReasons.card,
  limit: changeLimit,
  params: planParams,
  reply: z.object({ clientSecret: z.string() }),
  refusals: ownPlanRefusals,
});

export const completeCardChange = endpoint({
  method: 'PUT',
  path: '/api/billing/plans/:id/card',
  summary: 'Reports a confirmed card. Unpaid invoices are charged to it.',
  access: 'owner',
  limit: changeLimit,
  params: planParams,
  body: z.strictObject({ setupIntentId: z.string().check(z.minLength(1), z.maxLength(255)) }),
  reply: billedPlan,
  refusals: [...ownPlanRefusals, 'payment-incomplete', 'payment-refused'],
});

const target = { plan: z.enum(planNames) };

export const previewPlanChange = endpoint({
  method: 'GET',
  path: '/api/billing/plans/:id/change',
  summary: 'What a change to another monthly plan costs now. The price is valid for an hour.',
  access: 'owner',
  params: planParams,
  query: z.strictObject(target),
  /** If the new plan costs less than was paid, the difference is credited to the next payments. */
  reply: z.object({ dueNow: z.string(), credit: z.string(), at: z.string() }),
  refusals: [...changeRefusals, 'wrong-plan-kind', 'plan-too-small'],
});
export type PlanChange = z.output<typeof previewPlanChange.reply>;

export const changePlan = endpoint({
  method: 'POST',
  path: '/api/billing/plans/:id/change',
  summary: 'Switches to another monthly plan at the price that was shown.',
  access: 'owner',
  proof: 'always',
  proofReason: proofReasons.plan,
  limit: changeLimit,
  params: planParams,
  body: z.strictObject({ ...target, at: z.iso.datetime().check(z.maxLength(40)) }),
  reply: billedPlan,
  refusals: [...changeRefusals, 'wrong-plan-kind', 'plan-too-small', 'card-declined', 'price-outdated'],
});

export const cancelPlan = endpoint({
  method: 'POST',
  path: '/api/billing/plans/:id/cancel',
  summary:
    'Cancels a monthly plan at the end of the paid month, or immediately if no month is paid, which requires a proof; or undoes the cancellation.',
  access: 'owner',
  proof: 'sometimes',
  limit: changeLimit,
  params: planParams,
  body: z.strictObject({ isCancelled: z.boolean() }),
  reply: billedPlan,
  refusals: changeRefusals,
});

export const resumePlan = endpoint({
  method: 'POST',
  path: '/api/billing/plans/:id/resume',
  summary: 'Resumes a paused monthly plan: a new month starts and is charged. Does nothing to an active plan.',
  access: 'owner',
  proof: 'always',
  proofReason: proofReasons.charge,
  limit: changeLimit,
  params: planParams,
  reply: billedPlan,
  refusals: [...ownPlanRefusals, 'card-needed', 'card-declined'],
});

export const renewPlan = endpoint({
  method: 'POST',
  path: '/api/billing/plans/:id/restart',
  summary: 'Starts the payment that restarts an ended plan with all its vaults. It is completed like any payment.',
  access: 'owner',
  proof: 'always',
  proofReason: proofReasons.charge,
  limit: changeLimit,
  params: planParams,
  /** Without a client secret there is nothing to pay: another purchase had free places for its vaults. */
  reply: z.object({ clientSecret: z.nullable(z.string()) }),
  refusals: [
    'plan-not-found',
    'plan-runs',
    'plan-without-vaults',
    'plan-not-offered',
    'plan-too-small',
    'service-busy',
  ],
});
