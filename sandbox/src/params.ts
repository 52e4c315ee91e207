// Reads call parameters as Stripe's SDK encodes them, and expands a subscription's references on request.
import type { CallNeeds } from './answer.ts';
import type { MethodType, Subscription } from './objects.ts';

export async function expanded(
  { store }: CallNeeds,
  subscription: Subscription,
  params: URLSearchParams,
): Promise<unknown> {
  const { pending_setup_intent: setupId, latest_invoice: invoiceId, default_payment_method: cardId } = subscription;
  const wanted = expandsOf(params);
  return {
    ...subscription,
    pending_setup_intent:
      setupId && wanted.includes('pending_setup_intent') ? await store.get('setup_intent', setupId) : setupId,
    latest_invoice:
      invoiceId && wanted.some((part) => part.split('.')[0] === 'latest_invoice')
        ? await store.get('invoice', invoiceId)
        : invoiceId,
    default_payment_method:
      cardId && wanted.includes('default_payment_method') ? await store.get('payment_method', cardId) : cardId,
  };
}

export const expandsOf = (params: URLSearchParams): string[] =>
  [...params].filter(([name]) => name.startsWith('expand[')).map(([, value]) => value);

export function metadataOf(params: URLSearchParams): Record<string, string> {
  const named = [...params].map(([name, value]) => [/^metadata\[(\w+)\]$/.exec(name)?.[1], value]);
  return Object.fromEntries(named.filter(([name]) => name !== undefined));
}

/** The methods that a call restricts an intent or a subscription to, or null. */
export function methodsOf(params: URLSearchParams, name: string): MethodType[] | null {
  const methods = [...params].filter(([key]) => key.startsWith(`${name}[`)).map(([, method]) => method as MethodType);
  return methods.length > 0 ? methods : null;
}

export const wholeNumber = (text: string | null): number | null =>
  text && /^\d{1,10}$/.test(text) ? Number(text) : null;
