// What the yearly email tells an owner about each vault: when we verified it, its executors with their confirmations, and its release date.
import type { FactsOf } from '../../letters/templates/letter-content.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { listExecutors } from '../executors/executor-store.ts';
import { listVaultsToReview } from '../vault/vault-check-in-store.ts';

/** Nobody would read an email with more. */
const maxVaults = 20;

type Reviewed = Pick<FactsOf<'yearly-review'>, 'vaults' | 'left'>;

/** @returns the first active vaults, and the number of the others */
export async function reviewVaults(tx: Transaction, ownerId: string, publicUrl: string): Promise<Reviewed> {
  const listed = await listVaultsToReview(tx, ownerId);
  const vaults: Reviewed['vaults'] = [];
  for (const { id, title, recipientName, recipientEmail, checkedAt, isWhole, releaseAt } of listed.slice(
    0,
    maxVaults,
  )) {
    const executors = await listExecutors(tx, id);
    vaults.push({
      vaultTitle: title,
      recipientName,
      recipientEmail,
      verifiedAt: isWhole ? (checkedAt?.toISOString() ?? null) : null,
      releaseAt: releaseAt?.toISOString() ?? null,
      executors: executors.map(({ name, email, confirmedAt }) => ({
        executorName: name,
        executorEmail: email,
        confirmedAt: confirmedAt?.toISOString() ?? null,
      })),
      link: `${publicUrl}/vault/${id}`,
    });
  }
  return { vaults, left: listed.length - vaults.length };
}
