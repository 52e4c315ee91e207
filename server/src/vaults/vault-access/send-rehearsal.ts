// Sends the owner the rehearsal letters, at most once an hour for each vault. It releases nothing, and makes no code and no recipient
// link.
import { rehearsalMinutes } from '@remembrance/contract/limits.ts';
import type { Owner } from '../../http/routes.ts';
import { type QueueLetterNeeds, queueLetter } from '../../letters/ledger/queue-letter.ts';
import type { QueuedContent } from '../../letters/templates/queued-content.ts';
import { greetingName, ownerName } from '../../people/users/owner-name.ts';
import type { Database, Transaction } from '../../platform/database/transaction.ts';
import { daysLater, minutesLater } from '../../platform/lib/clock.ts';
import { isId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { listExecutors } from '../executors/executor-store.ts';
import { rehearseOnce } from '../vault/rehearsal-store.ts';
import { findVaultOf, type VaultRow } from '../vault/vault-store.ts';

export interface RehearsalNeeds extends QueueLetterNeeds {
  database: Database;
  publicUrl: string;
  recipientLinkDays: number;
}

/** @returns when the next rehearsal is allowed. @throws {Refusal} vault-not-found, rehearsed-recently. */
export async function sendRehearsal(needs: RehearsalNeeds, owner: Owner, vaultId: string): Promise<Date> {
  const now = needs.clock.now();
  const found = isId(vaultId) ? await findVaultOf(needs.database, owner.id, vaultId) : null;
  if (!found) refuse('vault-not-found');
  await needs.database.transaction(async (tx) => {
    const vault = await rehearseOnce(tx, { ownerId: owner.id, vaultId }, now);
    if (!vault)
      refuse('rehearsed-recently', { retryAt: minutesLater(found.vault.rehearsedAt ?? now, rehearsalMinutes) });
    for (const content of await writeLetters(needs, tx, { owner, vault })) {
      const to = { name: ownerName(owner), email: owner.email };
      await queueLetter(needs, tx, { to, vaultId, userId: owner.id, content });
    }
    await recordAct(needs, tx, { vaultId, userId: owner.id, actor: 'owner', event: 'rehearsal-sent' });
  });
  return minutesLater(now, rehearsalMinutes);
}

/** The executor's letter, if there is an executor, then the recipient's. */
async function writeLetters(
  { publicUrl, recipientLinkDays, clock }: RehearsalNeeds,
  tx: Transaction,
  { owner, vault }: { owner: Owner; vault: VaultRow },
): Promise<QueuedContent[]> {
  const facts = {
    firstName: greetingName(owner),
    ownerName: ownerName(owner),
    vaultTitle: vault.title,
    recipientName: vault.recipientName,
  };
  const [executor] = await listExecutors(tx, vault.id);
  const executorLetter: QueuedContent[] = executor
    ? [
        {
          kind: 'rehearsal-executor-code',
          facts: { ...facts, executorName: executor.name, note: executor.note, link: `${publicUrl}/executor-access` },
        },
      ]
    : [];
  const invitation: QueuedContent = {
    kind: 'rehearsal-invitation',
    facts: {
      ...facts,
      link: `${publicUrl}/vault/${vault.id}/preview`,
      validUntil: daysLater(clock.now(), recipientLinkDays).toISOString(),
      releasedBy: executor?.name ?? null,
    },
  };
  return [...executorLetter, invitation];
}
