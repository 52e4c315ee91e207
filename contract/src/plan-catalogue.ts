// The four plans of the product: their prices, limits and texts. The database is seeded from here.
import { filesPerVault, trialDays } from './limits.ts';

export const planNames = ['basic_one_time', 'premium_one_time', 'basic_subscription', 'premium_subscription'] as const;
export type PlanName = (typeof planNames)[number];
export type PlanType = 'one_time' | 'subscription';

export const defaultPlanName: PlanName = 'premium_one_time';
/** The plan offered with the free month: the monthly one that costs least afterwards. */
export const trialPlanName: PlanName = 'basic_subscription';
/** Shown for an unknown plan. The server never charges it. */
export const fallbackPrice = '49.99';
export const unlimited = -1;

export interface PlanEntry {
  name: PlanName;
  displayName: string;
  planType: PlanType;
  /** In US dollars with two decimal places. */
  price: string;
  vaultLimit: number;
  /** What the plan promises, which is the limit of every vault. */
  filesPerVault: number;
  /** Edits of each vault; -1 is unlimited. */
  editsAllowed: number;
  description: string;
  features: readonly string[];
  trialDays?: number;
  recommended?: boolean;
  /** The next larger plan, suggested when this plan's limit is reached. */
  higherPlan?: PlanName;
}

const basicFeatures = [
  '1 vault',
  '1 message + up to 5 photos/songs/art',
  '1-time vault edit access',
  'Secure executor release',
  'Email notifications',
] as const;

export const planCatalogue: readonly PlanEntry[] = [
  {
    name: 'basic_one_time',
    displayName: 'Basic',
    planType: 'one_time',
    price: '29.99',
    vaultLimit: 1,
    filesPerVault,
    editsAllowed: 1,
    description: 'One vault for one person, paid once',
    features: basicFeatures,
    higherPlan: 'premium_one_time',
  },
  {
    name: 'premium_one_time',
    displayName: 'Premium',
    planType: 'one_time',
    price: '49.99',
    vaultLimit: 2,
    filesPerVault,
    editsAllowed: 1,
    description: 'Two vaults for two people, paid once',
    features: [
      '2 vaults',
      '1 message + up to 5 photos/songs/art in each vault',
      '1-time edit access for each vault',
      'Secure executor release',
      'Email notifications',
    ],
    recommended: true,
    higherPlan: 'premium_subscription',
  },
  {
    name: 'basic_subscription',
    displayName: 'Basic Plus',
    planType: 'subscription',
    price: '2.99',
    vaultLimit: 1,
    filesPerVault,
    editsAllowed: unlimited,
    description: 'One vault you can keep up to date',
    features: [
      '1 vault',
      '1 message + up to 5 photos/songs/art',
      'Unlimited vault edits',
      'Secure executor release',
      'Email notifications',
    ],
    trialDays,
    higherPlan: 'premium_subscription',
  },
  {
    name: 'premium_subscription',
    displayName: 'Premium Plus',
    planType: 'subscription',
    price: '4.99',
    vaultLimit: 2,
    filesPerVault,
    editsAllowed: unlimited,
    description: 'Two vaults you can keep up to date',
    features: [
      '2 vaults',
      '1 message + up to 5 photos/songs/art in each vault',
      'Unlimited vault edits',
      'Secure executor release',
      'Email notifications',
    ],
    trialDays,
  },
];

export const findPlan = (name: string): PlanEntry | undefined => planCatalogue.find((plan) => plan.name === name);

/** The features shown for a plan that is not in the catalogue. */
export function fallbackFeatures(plan: { vaultLimit: number; filesPerVault: number; editsAllowed: number }): string[] {
  const count = (n: number, one: string, many: string) =>
    n === unlimited ? `Unlimited ${many}` : `${n} ${n === 1 ? one : many}`;
  return [
    count(plan.vaultLimit, 'vault', 'vaults'),
    `${count(plan.filesPerVault, 'file', 'files')} per vault`,
    count(plan.editsAllowed, 'edit', 'edits'),
    'Secure cloud storage',
    'Email notifications',
  ];
}

/** The free month without a card, in the one sentence that every page and email uses. */
export const freeMonthText = (lastDay: string): string =>
  `Free until ${lastDay}, no card. If you add none, nothing is charged: you can no longer edit, and what you wrote can still be released.`;
