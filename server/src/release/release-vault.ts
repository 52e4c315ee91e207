// The release: one guarded act, the same for an executor and for the chosen date. Either the vault is released with the
// recipient's letter, the owner's letter and the audit line, all together, or nothing has happened.
import { recordAudit } from '../audit/audit-store.ts';
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
  /** Who acts: an executor, or null for the date the owner chose. */
  executor: { id: string; name: string } | null;
  /** The time by which the date has come, where the clock was asked whether it is trusted; an executor acts now. */
  now?: Date;
  /** Asked once nobody else can change the vault any more; throws when the right to act was taken back since. */
  confirm?: (tx: Transaction) => Promise<unknown>;
}

/** @returns when it was released, or null when it was not this call that released it. */
export async function releaseVault(
  needs: ReleaseNeeds,
  { vaultId, executor, now = needs.clock.now(), confirm }: Release,
): Promise<Date | null> {
  return needs.database.transaction(async (tx) => {
    const released = await releaseOnce(tx, { vaultId, dueOnly: executor === null }, now);
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
          releasedBy: executor?.name ?? null,
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
