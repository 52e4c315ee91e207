// The plans on offer.
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
