// The plans on offer, and how much of each an owner has used.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const plan = z.object({
  id: z.string(),
  name: z.string(),
  displayName: z.string(),
  planType: z.string(),
  price: z.string(),
  vaultLimit: z.int(),
  filesPerVault: z.int(),
  editsAllowed: z.int(),
});
export type Plan = z.output<typeof plan>;

export const listPlans = endpoint({
  method: 'GET',
  path: '/api/plans',
  summary: 'The plans on offer, cheapest first within each kind.',
  access: 'anyone',
  reply: z.array(plan),
});

const planPlaces = z.object({
  /** The plan's name. */
  name: z.string(),
  /** How many of the owner's active vaults are on it. */
  used: z.int(),
  /** How many it holds; -1 is unlimited. */
  limit: z.int(),
  /** The status a vault would have on a paid free place. */
  freePlace: z.nullable(z.enum(['paid', 'trial'])),
});

export const showPlaces = endpoint({
  method: 'GET',
  path: '/api/plans/places',
  summary:
    'How many vaults the owner has on each plan on offer, which place is free, and whether the free month was used.',
  access: 'owner',
  reply: z.object({ trialUsed: z.boolean(), plans: z.array(planPlaces) }),
});
export type OwnPlaces = z.output<typeof showPlaces.reply>;
