// Renews an ended plan with a payment, together with all vaults on it. An ended plan has at most one open renewal, whatever
// the number of tabs, so that it is paid only once.
import { findUser } from '../../people/users/user-store.ts';
import { findRoom } from '../../plans/free-places.ts';
import { findNewestRenewal, findOwnedPurchase, findPurchaseById } from '../../plans/purchase-store.ts';
import type { PurchaseId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { listVaultsOn } from '../../vaults/vault/vault-payment-store.ts';
import { lockOwner } from '../../vaults/vault/vault-store.ts';
import { begin, clientSecretOf, type Payable, reuseOpenPurchase } from '../checkout/begin-purchase.ts';
import { settleForPage } from '../checkout/complete-payment.ts';
import type { Purchase } from '../gateway/payment-gateway.ts';
import { moveVaultsOnce } from '../settlement/move-vaults.ts';
import type { PaymentNeeds } from '../settlement/payment-needs.ts';
import { upsertPurchase } from '../settlement/upsert-purchase.ts';
import type { PlanInput } from './monthly-plan.ts';

/**
 * Returns a null secret if there is nothing to pay: the vaults took free places of another purchase, or the owner's credit
 * covered the first month.
 */
export async function renewPlan(needs: PaymentNeeds, input: PlanInput): Promise<{ clientSecret: string | null }> {
  const restartable = await readRestartable(needs, input);
  if (!restartable) return { clientSecret: null };
  const { vaultId } = restartable;
  const wanted = { beginning: 'payment', whenPaid: 'plan-runs' } as const;
  const purchase =
    (await reuseOpenPurchase(needs, restartable, wanted)) ??
    (await begin(needs, restartable, { vaultId, replacesId: input.id, beginning: 'payment', trialDays: 0 }));
  if (purchase.state === 'paid') {
    await settleForPage(needs, purchase);
    return { clientSecret: null };
  }
  await linkToEnded(needs, purchase, input.id);
  return { clientSecret: clientSecretOf(purchase) };
}

/** `earlier`: the renewal that was started previously. */
interface Restartable extends Payable {
  /** The vault recorded on the purchase. */
  vaultId: string;
}

/** Returns the plan if renewing it needs a payment, or null if its vaults took free places instead. */
async function readRestartable(
  { database, clock }: PaymentNeeds,
  { ownerId, id }: PlanInput,
): Promise<Restartable | null> {
  return database.transaction(async (tx) => {
    const isKept = await lockOwner(tx, ownerId);
    const owner = isKept ? await findUser(tx, ownerId) : null;
    const owned = await findOwnedPurchase(tx, ownerId, id);
    if (!owner || !owned || ['open', 'refunding', 'refunded'].includes(owned.row.status)) refuse('plan-not-found');
    const { row: ended, plan, vaultsNow } = owned;
    if (ended.status !== 'ended') refuse('plan-runs');
    const [vault] = await listVaultsOn(tx, id);
    if (!vault) refuse('plan-without-vaults');
    if (!plan.isActive) refuse('plan-not-offered');
    const { hasRoom, freePlace: place } = await findRoom(tx, ownerId, plan, vaultsNow);
    if (!hasRoom) refuse('plan-too-small');
    if (place && (await moveVaultsOnce(tx, { ended: { id: ended.id, vaults: vaultsNow }, place }, clock.now())))
      return null;
    return { owner, plan, vaultId: vault.id, earlier: await findNewestRenewal(tx, id) };
  });
}

// Runs before the page can pay. If the plan was renewed in the meantime, the new purchase is cancelled.
async function linkToEnded(needs: PaymentNeeds, purchase: Purchase, endedId: PurchaseId): Promise<void> {
  const tied = await needs.database.transaction(async (tx) => {
    const isKept = await lockOwner(tx, purchase.userId);
    const row = await upsertPurchase(tx, purchase, needs.clock.now());
    if (row.status !== 'open') return 'settled';
    const ended = await findPurchaseById(tx, endedId);
    return isKept && ended?.status === 'ended' ? 'tied' : 'not-needed';
  });
  if (tied === 'not-needed') await needs.paymentGateway.cancelPurchase(purchase);
  if (tied !== 'tied') refuse('plan-runs');
}
