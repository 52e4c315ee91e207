// Releases a vault, for an executor or at the chosen date. The release, the letters to the recipient and the owner, and the
// audit line are one transaction: all of them happen or none.
import { recordAudit } from '../audit/audit-store.ts';
import { readLatestTime } from '../clock/clock-store.ts';
import type { Database } from '../database/open-database.ts';
import type { Transaction } from '../database/transaction.ts';
import { queueLetter } from '../letters/queue-letter.ts';
import { issueLink, type LinkNeeds } from '../recipients/issue-link.ts';
import { ownerName } from '../users/owner-name.ts';
import { releaseOnce } from '../vaults/release-store.ts';

export interface ReleaseNeeds extends LinkNeeds {
  database: Database;
}
interface Release {
  vaultId: string;
  /** The executor, or null for the date the owner chose. */
  executor: { id: string; name: string; email: string } | null;
  /** The trusted time by which the date has come. Not set for an executor, who acts now. */
  now?: Date;
  /** Runs under the vault's lock. Throws if the right to release was withdrawn in the meantime. */
  confirm?: (tx: Transaction) => Promise<unknown>;
}

/** @returns the time of release, or null if this call did not release it */
export async function releaseVault(
  needs: ReleaseNeeds,
  { vaultId, executor, now: trusted, confirm }: Release,
): Promise<Date | null> {
  return needs.database.transaction(async (tx) => {
    const now = trusted ?? (await readLatestTime(tx, needs.clock.now()));
    const released = await releaseOnce(tx, { vaultId, releasedBy: executor?.name ?? null }, now);
    if (!released) return null;
    await confirm?.(tx);
    const { vault, owner } = released;
    const releasedAt = vault.releasedAt ?? now;
    await issueLink(needs, tx, { kind: 'recipient-invitation', vault, ownerName: ownerName(owner) });
    await queueLetter(needs, tx, {
      to: { name: ownerName(owner), email: owner.email },
      vaultId,
      userId: owner.id,
      onceKey: `vault-released/${vaultId}`,
      content: {
        kind: 'vault-released',
        facts: {
          ownerName: ownerName(owner),
          vaultTitle: vault.title,
          recipientName: vault.recipientName,
          releasedBy: executor && (executor.name || executor.email),
          at: releasedAt.toISOString(),
        },
      },
    });
    await recordAudit(needs, tx, {
      vaultId,
      userId: owner.id,
      actor: executor ? 'executor' : 'service',
      ...(executor ? { actorId: executor.id } : {}),
      event: 'vault-released',
    });
    return releasedAt;
  });
}
