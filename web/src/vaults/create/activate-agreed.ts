// Activates a vault whose owner has nothing left to pay: uses a free place on their plan, or starts the free month. It never throws,
// because the vault already exists; whatever could not be activated is left to the checkout.
import { createPaymentIntent, createSubscription } from '@remembrance/contract/payments.ts';
import { findPlan } from '@remembrance/contract/plan-catalogue.ts';
import { getVault, type Vault } from '@remembrance/contract/vaults.ts';
import { call } from '../../lib/call.ts';
import type { Agreed } from '../../plans/own-places.ts';
import { successText } from '../status/activated-text.ts';

/** @returns the vault, still unpaid if another vault used the place or the free month first, or the service was unreachable */
export async function activateAgreed(vault: Vault, agreed: Agreed): Promise<Vault> {
  if (vault.paymentStatus !== 'unpaid') return vault;
  // If the plan has a free place, the service uses it and refuses with `already-paid`.
  await begin(vault, agreed).catch(() => {});
  return call(getVault, { params: { id: vault.id } }).catch(() => vault);
}

function begin({ id: vaultId, planType }: Vault, agreed: Agreed): Promise<unknown> {
  if (agreed === 'free-month') return call(createSubscription, { body: { vaultId, promo: 'freetrial' } });
  const body = { vaultId };
  return findPlan(planType)?.planType === 'subscription'
    ? call(createSubscription, { body })
    : call(createPaymentIntent, { body });
}

/** The toast for a vault that was created. */
export function keptText({ paymentStatus }: Vault, agreed: Agreed | undefined): { title: string; description: string } {
  const next = agreed
    ? 'It is not active yet. This page shows what is left to do.'
    : 'Continue to payment to activate your vault';
  if (paymentStatus === 'unpaid') return { title: 'Vault Created', description: next };
  if (agreed === 'free-month') return successText(paymentStatus);
  return { title: 'Vault Created', description: 'Your plan includes it, so it is already active.' };
}
