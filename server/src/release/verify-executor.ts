// Opens the summary of a vault by an executor's code, and tells the owner that the code was used.
import { recordAudit } from '../audit/audit-store.ts';
import type { Database } from '../database/open-database.ts';
import { readAccessCode } from '../executors/access-code.ts';
import { findByAccessCode } from '../executors/executor-store.ts';
import { type QueueLetterNeeds, queueLetter } from '../letters/queue-letter.ts';
import { newId } from '../lib/ids.ts';
import { refuse } from '../lib/refusal.ts';
import { ownerName } from '../users/owner-name.ts';
import { findUser } from '../users/user-store.ts';

export interface CodeHolderNeeds extends QueueLetterNeeds {
  database: Database;
}

/** Who holds this code. @throws {Refusal} access-code-refused, the same for every code that opens nothing. */
export async function findCodeHolder({ database, keyring }: CodeHolderNeeds, accessCode: string) {
  const digest = keyring.digest('access-code', readAccessCode(accessCode));
  return (await findByAccessCode(database, digest)) ?? refuse('access-code-refused');
}

export async function verifyExecutor(needs: CodeHolderNeeds, accessCode: string) {
  const { executor, vault } = await findCodeHolder(needs, accessCode);
  const owner = await findUser(needs.database, vault.creatorId);
  if (!owner) throw new Error('a vault without its owner');
  const now = needs.clock.now();
  await needs.database.transaction(async (tx) => {
    await queueLetter(needs, tx, {
      to: { name: ownerName(owner), email: owner.email },
      vaultId: vault.id,
      userId: owner.id,
      content: {
        kind: 'executor-used',
        facts: {
          ownerName: ownerName(owner),
          vaultTitle: vault.title,
          executorName: executor.name || executor.email,
          at: now.toISOString(),
        },
      },
    });
    await recordAudit(tx, {
      id: newId(now),
      vaultId: vault.id,
      userId: owner.id,
      actor: 'executor',
      actorId: executor.id,
      event: 'code-used',
      at: now,
    });
  });
  return vault;
}
