// The checkout's calls to the service. The query cache starts one payment per vault however often the page renders, and the service
// starts no second one for another tab.
import { createPaymentIntent, createSubscription } from '@remembrance/contract/payments.ts';
import type { ServiceFacts } from '@remembrance/contract/service.ts';
import { getVault, listVaults, type PaymentStatus, type Vault } from '@remembrance/contract/vaults.ts';
import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ownScript } from '../../lib/browser/own-script.ts';
import { type CallError, call } from '../../lib/call.ts';
import { useLocation, useNavigate } from '../../lib/location.tsx';
import { acceptsUnauthorized, queryKeyOf, queryOf } from '../../lib/query-client.ts';
import { useService } from '../../lib/service.ts';
import { toast } from '../../ui/toast.tsx';
import { successText } from '../../vaults/status/activated-text.ts';

/** A 401 does not redirect here: the page shows its own sign-in link. */
export const usePayableVault = (id: string) =>
  useQuery({ ...queryOf(getVault, { params: { id } }), meta: acceptsUnauthorized, enabled: id !== '' });

export interface Preparation {
  /** Undefined when there is nothing to confirm: the trial has started. */
  clientSecret?: string | undefined;
  /** Whether the first month is free. */
  hasTrial: boolean;
}

interface CheckoutOptions {
  isSubscription: boolean;
  /** Requests the trial without a card. */
  hasPromo: boolean;
  isEnabled: boolean;
}

export function usePreparation(vaultId: string, { isSubscription, hasPromo, isEnabled }: CheckoutOptions) {
  return useQuery<Preparation, CallError>({
    queryKey: ['checkout', vaultId],
    queryFn: () => (isSubscription ? startSubscription(vaultId, hasPromo) : startPayment(vaultId)),
    enabled: isEnabled,
  });
}

async function startPayment(vaultId: string): Promise<Preparation> {
  const { clientSecret } = await call(createPaymentIntent, { body: { vaultId } });
  return { clientSecret, hasTrial: false };
}

async function startSubscription(vaultId: string, hasPromo: boolean): Promise<Preparation> {
  const promo = hasPromo ? { promo: 'freetrial' as const } : {};
  const { clientSecret, trial } = await call(createSubscription, { body: { vaultId, ...promo } });
  return { clientSecret, hasTrial: trial };
}

/**
 * Stripe's own script may run only in a document that was opened on a page with a card form (server/src/http/headers.ts). If the visitor
 * navigated to such a page from another one, we reload it.
 */
export function useCardDocument(): void {
  const { data: service } = useService();
  const { arrival } = useLocation();
  const isForeign = service?.payment.scriptPath === null && arrival !== 'opened';
  useEffect(() => {
    if (isForeign) window.location.reload();
  }, [isForeign]);
}

export function useStripeScript() {
  const { data: service } = useService();
  return useQuery({
    queryKey: ['card-stripeScript'],
    queryFn: () => (service ? loadStripeScript(service.payment) : null),
    enabled: service !== undefined,
    structuralSharing: false,
  });
}

/** What a card form needs: the reply with the secret of its intent, and Stripe's script. */
export function useCardSecret<Reply>(queryKey: readonly string[], ask: () => Promise<Reply>) {
  const stripeScript = useStripeScript();
  const asked = useQuery<Reply, CallError>({ queryKey, queryFn: ask, gcTime: 0 });
  const retry = () => {
    if (asked.error) void asked.refetch();
    if (stripeScript.error) void stripeScript.refetch();
  };
  return { asked, stripe: stripeScript.data, error: asked.error ?? stripeScript.error, retry };
}

/** Reloads the vaults, because this one was activated elsewhere: by a free place, another tab or a webhook event. */
export function useRefreshVaults(): void {
  const client = useQueryClient();
  useEffect(() => void client.invalidateQueries({ queryKey: queryKeyOf(listVaults) }), [client]);
}

/** Shows the success message, reloads the vaults and then opens the activated one. */
export function useActivated(vault: Vault) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async function activated(paymentStatus: PaymentStatus): Promise<void> {
    await client.invalidateQueries({ queryKey: queryKeyOf(listVaults) });
    toast(successText(paymentStatus));
    navigate(`/vault/${vault.id}`, { replace: true });
  };
}

/** A sandbox script defines `window.Stripe` first, so that `loadStripe` finds it and fetches nothing. */
async function loadStripeScript({ publishableKey, scriptPath }: ServiceFacts['payment']): Promise<Stripe> {
  if (scriptPath) await loadScript(scriptPath);
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error('the card form needs a browser');
  return stripe;
}

function loadScript(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = ownScript(path);
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error('the script of the card form could not be loaded'));
    };
    document.head.append(script);
  });
}
