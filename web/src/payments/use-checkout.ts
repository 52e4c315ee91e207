// Everything the checkout asks the service for. Asking through the cache means one payment is begun for a vault, however
// often the page is drawn; the service begins no second one for another tab.
import { createPaymentIntent, createSubscription } from '@remembrance/contract/payments.ts';
import { getVault, listVaults, type PaymentStatus, type Vault } from '@remembrance/contract/vaults.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type CallError, call } from '../lib/call.ts';
import { useNavigate } from '../lib/location.tsx';
import { queryKeyOf, queryOf, unauthorizedIsAnAnswer } from '../lib/query-client.ts';
import { useService } from '../lib/service.ts';
import { toast } from '../ui/toast.tsx';
import { loadCardProcessor } from './card-form-loader.ts';
import { successWords } from './checkout-rules.ts';

/** Nobody signed in is an answer here: the page says so itself. */
export const usePayableVault = (id: string) =>
  useQuery({ ...queryOf(getVault, { params: { id } }), meta: unauthorizedIsAnAnswer, enabled: id !== '' });

export interface Preparation {
  /** Absent where there is nothing to confirm: the trial has begun. */
  clientSecret?: string | undefined;
  /** A first month without charge comes with it. */
  hasTrial: boolean;
}

interface Wanted {
  isSubscription: boolean;
  /** Asks for the trial without a card. */
  hasPromo: boolean;
  isEnabled: boolean;
}

export function usePreparation(vaultId: string, { isSubscription, hasPromo, isEnabled }: Wanted) {
  return useQuery<Preparation, CallError>({
    queryKey: ['checkout', vaultId],
    queryFn: () => (isSubscription ? beginSubscription(vaultId, hasPromo) : beginPayment(vaultId)),
    enabled: isEnabled,
  });
}

async function beginPayment(vaultId: string): Promise<Preparation> {
  const { clientSecret } = await call(createPaymentIntent, { body: { vaultId } });
  return { clientSecret, hasTrial: false };
}

async function beginSubscription(vaultId: string, hasPromo: boolean): Promise<Preparation> {
  const promo = hasPromo ? { promo: 'freetrial' as const } : {};
  const { clientSecret, trial } = await call(createSubscription, { body: { vaultId, ...promo } });
  return { clientSecret, hasTrial: trial };
}

export function useCardProcessor() {
  const { data: service } = useService();
  return useQuery({
    queryKey: ['card-processor'],
    queryFn: () => (service ? loadCardProcessor(service.payment) : null),
    enabled: service !== undefined,
    structuralSharing: false,
  });
}

/** The vault turned active elsewhere: by a free place of its plan, another page, or the processor itself. Look again. */
export function useLookAgain(): void {
  const client = useQueryClient();
  useEffect(() => void client.invalidateQueries({ queryKey: queryKeyOf(listVaults) }), [client]);
}

/** Says that the vault is active and goes there, once the page it goes to knows. */
export function useActivated(vault: Vault) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async function activated(paymentStatus: PaymentStatus): Promise<void> {
    toast(successWords(paymentStatus));
    await client.invalidateQueries({ queryKey: queryKeyOf(listVaults) });
    navigate(`/vault/${vault.id}`, { replace: true });
  };
}
