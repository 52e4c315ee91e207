// What an owner already has of each plan, in words: which plan a new vault starts with, what it costs next, and which plan to use when
// that one is full. Pure.
import { trialDays } from '@remembrance/contract/limits.ts';
import { findPlan, freeMonthText, trialPlanName, unlimited } from '@remembrance/contract/plan-catalogue.ts';
import type { OwnPlaces } from '@remembrance/contract/plans.ts';
import { shortDate } from '../lib/dates.ts';
import { priceText } from '../lib/money.ts';
import type { OfferedPlan } from './offered-plan.ts';

export interface PlanStart {
  /** The plan in the address. */
  asked: string | null;
  hasPromo: boolean;
  places: OwnPlaces | undefined;
}

/** The plan for a new vault, or undefined for the default: the requested plan, otherwise one with a free place, otherwise the offered one. */
export function planToStartWith({ asked, hasPromo, places }: PlanStart): string | undefined {
  if (asked !== null) return asked;
  const free = places?.plans.find(({ freePlace }) => freePlace !== null);
  if (free) return free.name;
  return hasPromo && !places?.trialUsed ? trialPlanName : undefined;
}

export interface PlanStatus {
  /**
   * 'free': a place is already paid for. 'full': no vault can be added. 'trial': the first month is free, with a card. 'free-month': the
   * same without a card, so nothing is left to do. 'price': payment comes next.
   */
  kind: 'free' | 'full' | 'trial' | 'free-month' | 'price';
  text: string;
  /** Another plan with room, if this one is full. */
  instead?: string | undefined;
}

interface StatusInput {
  plan: OfferedPlan;
  hasPromo: boolean;
  places: OwnPlaces | undefined;
  now: Date;
}

/** The last day of a free month that begins now. */
export const freeMonthEnd = (now: Date): string =>
  shortDate(new Date(now.getTime() + trialDays * 86_400_000).toISOString());

export function planStatus({ plan, hasPromo, places, now }: StatusInput): PlanStatus {
  const own = places?.plans.find(({ name }) => name === plan.name);
  const used = own && own.used > 0 && own.limit !== unlimited ? usedText(own) : '';
  if (own && isFull(own)) return { kind: 'full', text: `${used}.`, instead: roomierPlan(plan.name, places) };
  if (own?.freePlace)
    return { kind: 'free', text: `${used || 'One more vault is included'}. There is nothing to pay.` };
  const cost = costText(plan, { hasPromo, trialUsed: places?.trialUsed ?? false, now });
  return { ...cost, text: used ? `${used}. ${cost.text}` : cost.text };
}

interface Offer {
  hasPromo: boolean;
  trialUsed: boolean;
  now: Date;
}

function costText(plan: OfferedPlan, { hasPromo, trialUsed, now }: Offer): PlanStatus {
  const price = priceText(plan.price);
  if (plan.planType === 'one_time') return { kind: 'price', text: 'You pay once, at the checkout.' };
  if (trialUsed) return { kind: 'price', text: `You have used your free month, so we charge ${price} each month.` };
  const lastDay = freeMonthEnd(now);
  return hasPromo
    ? { kind: 'free-month', text: freeMonthText(lastDay) }
    : { kind: 'trial', text: `Free until ${lastDay}, then ${price} a month from your card.` };
}

/** How many of a plan's vaults are in use. */
export function usedText({ used, limit }: { used: number; limit: number }): string {
  if (limit > 1 || used > 1) return `${used} of ${limit} vaults used`;
  return used === 1 ? 'Your one vault is in use' : 'No vault yet';
}

/** A plan with room for another vault: the next larger one, otherwise any. */
function roomierPlan(name: string, places: OwnPlaces | undefined): string | undefined {
  const open = places?.plans.filter((own) => !isFull(own)).map((own) => own.name) ?? [];
  const larger = findPlan(name)?.higherPlan;
  return open.find((other) => other === larger) ?? open[0];
}

const isFull = ({ used, limit }: OwnPlaces['plans'][number]): boolean => limit !== unlimited && used >= limit;

/** What an owner agrees to by creating a vault with nothing left to pay. */
export type Agreed = 'free' | 'free-month';

/** @returns undefined if a payment follows */
export const agreedBy = (status: PlanStatus | undefined): Agreed | undefined =>
  status?.kind === 'free' || status?.kind === 'free-month' ? status.kind : undefined;
