// The months of a subscription.
import { seconds } from './new-objects.ts';
import type { SandboxObjects, Subscription } from './objects.ts';

/** The subscription with another price, in the same period. */
export function withItemOf(subscription: Subscription, price: SandboxObjects['price']): Subscription {
  const data = subscription.items.data.map((item) => ({ ...item, price }));
  return { ...subscription, pending_update: null, items: { object: 'list', data } };
}

export function renewed(subscription: Subscription, from?: number): Subscription {
  const items = subscription.items.data.map((item) => {
    const start = from ?? item.current_period_end;
    return { ...item, current_period_start: start, current_period_end: monthLater(start) };
  });
  return { ...subscription, status: 'active', items: { object: 'list', data: items } };
}

/** The same day of the next month, or its last day if it is shorter. */
export function monthLater(secondsFrom: number): number {
  const from = new Date(secondsFrom * 1000);
  const to = new Date(from);
  to.setUTCMonth(from.getUTCMonth() + 1, 1);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return seconds(to);
}
