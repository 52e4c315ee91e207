// Whether a purchase has its plan's price. Pure.
import { centsOf } from '../../platform/lib/money.ts';
import { currency, type Purchase } from '../gateway/payment-gateway.ts';

export type Price = Pick<Purchase, 'kind' | 'amountCents' | 'currency'>;

export interface PricedPlan {
  planType: string;
  price: string;
}

export const kindOf = ({ planType }: Pick<PricedPlan, 'planType'>): Purchase['kind'] =>
  planType === 'subscription' ? 'monthly' : 'once';

export const isPriceOf = (purchase: Price, plan: PricedPlan): boolean =>
  purchase.kind === kindOf(plan) && purchase.currency === currency && purchase.amountCents === centsOf(plan.price);
