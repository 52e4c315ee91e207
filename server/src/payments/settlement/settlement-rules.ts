// Decides the outcome of a purchase from its state at Stripe and in our rows. Pure. A payment that activates nothing is refunded.
import { type FreePlace, fullSentence, type Places } from '../../plans/place-rules.ts';
import type { PurchaseId } from '../../platform/lib/ids.ts';
import { centsOf } from '../../platform/lib/money.ts';
import { currency, type Purchase, type PurchaseState } from '../gateway/payment-gateway.ts';

type Price = Pick<Purchase, 'kind' | 'amountCents' | 'currency'>;

interface PricedPlan {
  planType: string;
  price: string;
}

/** `earlier`: a previous settlement of this purchase decided the refund. */
export type RefundReason =
  | 'vault-gone'
  | 'vault-active'
  | 'price-differs'
  | 'trial-used'
  | 'no-place'
  | 'place-was-free'
  | 'renewed-before'
  | 'earlier';

export type Outcome<Vault> =
  /** It was settled before, and nothing relevant has changed. */
  | { act: 'unchanged' }
  /** Settled before, and now a monthly plan has continued, failed to charge or ended, or a payment was refunded. */
  | { act: 'update' }
  /** It ended before it was paid, or before its payment's webhook event arrived. */
  | { act: 'expire' }
  | { act: 'activate'; vault: Vault }
  | { act: 'activate-on-free-place'; place: FreePlace }
  | { act: 'renew'; ended: RenewalFacts }
  | { act: 'renew-on-free-place'; ended: RenewalFacts; place: FreePlace }
  | { act: 'refund'; reason: RefundReason }
  /** The refund was decided earlier. `isPending` until Stripe has confirmed it. */
  | { act: 'refunded'; isPending: boolean };

interface VaultState {
  planType: string;
  paymentStatus: string;
}

/** The ended purchase that this one renews. */
export interface RenewalFacts {
  id: PurchaseId;
  /** Whether it has ended and was not renewed yet. */
  isEnded: boolean;
  /** How many active vaults are on it. */
  vaults: number;
  hasRoom: boolean;
  /** Set if another purchase has room for all of its vaults. */
  freePlace: FreePlace | null;
}

export interface Facts<Vault> {
  purchase: Price & { state: PurchaseState };
  row: { status: string; replacesId: string | null };
  plan: PricedPlan & { name: string };
  /** Null if the owner no longer has this vault. */
  vault: Vault | null;
  trialUsed: boolean;
  places: Places;
  /** Null if this owner has no such purchase. */
  renewal: RenewalFacts | null;
}

/** Call it only for a purchase that is no longer open. */
export function decideSettlement<Vault extends VaultState>(facts: Facts<Vault>): Outcome<Vault> {
  const { purchase, row } = facts;
  if (row.status === 'refunding' || row.status === 'refunded') {
    return { act: 'refunded', isPending: row.status === 'refunding' };
  }
  if (row.status !== 'open') {
    return { act: purchase.kind === 'monthly' || purchase.state === 'ended' ? 'update' : 'unchanged' };
  }
  if (purchase.state === 'ended') return { act: 'expire' };
  return row.replacesId ? decideRenewal(facts) : decideActivation(facts);
}

function decideActivation<Vault extends VaultState>(facts: Facts<Vault>): Outcome<Vault> {
  const { purchase, plan, vault, trialUsed, places } = facts;
  if (!vault) return refund('vault-gone');
  if (vault.paymentStatus !== 'unpaid') return refund('vault-active');
  if (vault.planType !== plan.name || !isPriceOf(purchase, plan)) return refund('price-differs');
  if (places.isFull) return refund('no-place');
  if (places.freePlace) return { act: 'activate-on-free-place', place: places.freePlace };
  if (purchase.state === 'trial' && trialUsed) return refund('trial-used');
  return { act: 'activate', vault };
}

// A renewal starts with a payment, never with a free month.
function decideRenewal<Vault>({ purchase, plan, renewal }: Facts<Vault>): Outcome<Vault> {
  if (!renewal) return refund('vault-gone');
  if (purchase.state === 'trial') return refund('trial-used');
  if (!renewal.isEnded) return refund('renewed-before');
  if (renewal.vaults === 0) return refund('vault-gone');
  if (!isPriceOf(purchase, plan)) return refund('price-differs');
  if (!renewal.hasRoom) return refund('no-place');
  const { freePlace: place } = renewal;
  return place ? { act: 'renew-on-free-place', ended: renewal, place } : { act: 'renew', ended: renewal };
}

const refund = (reason: RefundReason) => ({ act: 'refund', reason }) as const;

/** The payment status of the vaults on a plan in this state. Null if it does not change, as while a month is overdue. */
export const vaultStatusAfter = (state: PurchaseState): 'paid' | 'lapsed' | null =>
  state === 'paid' ? 'paid' : state === 'ended' || state === 'paused' ? 'lapsed' : null;

/** The message for the owner about a refunded purchase. */
export function refundSentence(reason: RefundReason, planName: string): string {
  switch (reason) {
    case 'vault-gone':
      return 'This vault no longer exists. Your payment is refunded.';
    case 'price-differs':
      return 'The price of this plan has changed. Your payment is refunded; please pay for the vault again.';
    case 'trial-used':
      return 'You have already used your free month. Nothing was charged. Please start the plan again.';
    case 'renewed-before':
      return 'This plan has already been restarted. This payment is refunded.';
    case 'no-place':
      return `${fullSentence(planName)} Your payment is refunded.`;
    default:
      return 'This payment was not needed and is refunded.';
  }
}

/** Whether a purchase has its plan's price. */
export const isPriceOf = (purchase: Price, plan: PricedPlan): boolean =>
  purchase.kind === kindOf(plan) && purchase.currency === currency && purchase.amountCents === centsOf(plan.price);

export const kindOf = ({ planType }: Pick<PricedPlan, 'planType'>): Purchase['kind'] =>
  planType === 'subscription' ? 'monthly' : 'once';
