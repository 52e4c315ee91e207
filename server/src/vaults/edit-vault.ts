// Changes a vault that is not yet released. An edit that changes nothing costs nothing.
import { dateInThePast, releaseWayMissing } from '@remembrance/contract/vaults.ts';
import { recordAudit } from '../audit/audit-store.ts';
import type { Database } from '../database/open-database.ts';
import type { Transaction } from '../database/transaction.ts';
import { listExecutors } from '../executors/executor-store.ts';
import type { Clock } from '../lib/clock.ts';
import { isId } from '../lib/ids.ts';
import { refuse } from '../lib/refusal.ts';
import { changedFields, editRefusal } from './vault-rules.ts';
import { editOnce, findVaultOf } from './vault-store.ts';

interface Edit {
  ownerId: string;
  vaultId: string;
  title: string;
  recipientName: string;
  recipientEmail: string;
  message?: string | undefined;
  scheduledReleaseDate?: string | null | undefined;
}

export async function editVault(needs: { database: Database; clock: Clock }, input: Edit): Promise<void> {
  const { database, clock } = needs;
  const found = isId(input.vaultId) ? await findVaultOf(database, input.ownerId, input.vaultId) : null;
  if (!found) refuse('vault-not-found');
  const { vault, editsAllowed } = found;
  const refusal = editRefusal(vault, editsAllowed);
  if (refusal) refuse(refusal);
  const changes = changedFields(vault, wantedOf(input));
  if (Object.keys(changes).length === 0) return;

  const now = clock.now();
  const date = changes.scheduledReleaseDate;
  if (date && date <= now) refuseDate(dateInThePast);
  if (date === null && (await listExecutors(database, vault.id)).length === 0) refuseDate(releaseWayMissing);
  await database.transaction(async (tx) => {
    const { ownerId, vaultId } = input;
    const edited = await editOnce(tx, { ownerId, vaultId, changes, editsAllowed }, now);
    if (!edited) await refuseLost(tx, input);
    await recordAudit(needs, tx, {
      vaultId,
      userId: ownerId,
      actor: 'owner',
      event: 'vault-edited',
      detail: { fields: Object.keys(changes).join(' ') },
    });
  });
}

function wantedOf({ title, recipientName, recipientEmail, message, scheduledReleaseDate }: Edit) {
  return {
    title,
    recipientName,
    recipientEmail,
    ...(message === undefined ? {} : { message }),
    ...(scheduledReleaseDate === undefined
      ? {}
      : { scheduledReleaseDate: scheduledReleaseDate ? new Date(scheduledReleaseDate) : null }),
  };
}

const refuseDate = (sentence: string): never =>
  refuse('invalid-input', { detail: sentence, fields: { scheduledReleaseDate: sentence } });

// Something else was faster: say what. Asked on the same connection: with one more each, many at once would wait for each other.
async function refuseLost(tx: Transaction, input: Edit): Promise<never> {
  const found = await findVaultOf(tx, input.ownerId, input.vaultId);
  if (!found) refuse('vault-not-found');
  return refuse(editRefusal(found.vault, found.editsAllowed) ?? 'edit-limit-reached');
}
