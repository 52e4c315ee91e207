// An executor releases the vault their code belongs to. The second of two hears when the first did it.

import { refuse } from '../lib/refusal.ts';
import { findReleasedAt } from '../vaults/vault-store.ts';
import { type ReleaseNeeds, releaseVault } from './release-vault.ts';
import { findCodeHolder } from './verify-executor.ts';

export async function releaseByExecutor(
  needs: ReleaseNeeds,
  input: { vaultId: string; accessCode: string },
): Promise<Date> {
  const { executor, vault } = await findCodeHolder(needs, input.accessCode);
  // A code is good for its own vault only; another vault's id gets the answer of a wrong code.
  if (vault.id !== input.vaultId.toLowerCase()) refuse('access-code-refused');
  const acting = { id: executor.id, name: executor.name || executor.email };
  const releasedAt = await releaseVault(needs, { vaultId: vault.id, executor: acting });
  if (releasedAt) return releasedAt;
  const before = await findReleasedAt(needs.database, vault.id);
  return refuse('already-released', before ? { releasedAt: before } : {});
}
