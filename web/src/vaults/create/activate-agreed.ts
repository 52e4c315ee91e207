// Activates a vault whose button has said that nothing is left to pay: it takes its place on a plan that is paid for, or begins the
// free month. It never fails, because the vault is kept by then: what could not be activated is left to the checkout.
import { createPaymentIntent, createSubscription } from '@remembrance/contract/payments.ts';
import { findPlan } from '@remembrance/contract/plan-catalogue.ts';
import { getVault, type Vault } from '@remembrance/contract/vaults.ts';
import { call } from '../../lib/call.ts';
import { successText } from '../status/activated-text.ts';
import type { agreedBy } from './review/review-rules.ts';

export type Agreed = NonNullable<ReturnType<typeof agreedBy>>;

/** @returns the vault as it is then: unpaid if somebody took the place or the free month first, or the service could not be reached */
export async function activateAgreed(vault: Vault, agreed: Agreed): Promise<Vault> {
  if (vault.paymentStatus !== 'unpaid') return vault;
  // A free place is taken by a refusal: `already-paid`.
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

/** What is said of a vault that was kept. */
export function keptText({ paymentStatus }: Vault, agreed: Agreed | undefined): { title: string; description: string } {
  const next = agreed
    ? 'It is not active yet. This page says what is left to do.'
    : 'Continue to payment to activate your vault';
  if (paymentStatus === 'unpaid') return { title: 'Vault Created', description: next };
  if (agreed === 'free-month') return successText(paymentStatus);
  return { title: 'Vault Created', description: 'Your plan includes it, so it is already active.' };
}
