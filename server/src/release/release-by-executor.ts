// Lets an executor release the vault of their code. A second executor gets the date of the first release.

import type { Transaction } from '../database/transaction.ts';
import { refuse } from '../lib/refusal.ts';
import { findReleasedAt } from '../vaults/release-store.ts';
import { type ReleaseNeeds, releaseVault } from './release-vault.ts';
import { findCodeHolder } from './verify-executor.ts';

export async function releaseByExecutor(
  needs: ReleaseNeeds,
  input: { vaultId: string; accessCode: string },
): Promise<Date> {
  const { executor, vault } = await findCodeHolder(needs, input.accessCode);
  // A code is valid only for its own vault. Another vault's id gets the same refusal as a wrong code.
  if (vault.id !== input.vaultId.toLowerCase()) refuse('access-code-refused');
  const confirm = (tx: Transaction) => findCodeHolder({ database: tx, keyring: needs.keyring }, input.accessCode);
  const releasedAt = await releaseVault(needs, { vaultId: vault.id, executor, confirm });
  if (releasedAt) return releasedAt;
  const before = await findReleasedAt(needs.database, vault.id);
  // The owner may have deleted it at the same moment.
  return before ? refuse('already-released', { releasedAt: before }) : refuse('access-code-refused');
}
