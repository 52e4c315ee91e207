// Edits a vault that is not released. An edit that changes nothing is not counted.
import { dateInThePast, releaseWayMissing } from '@remembrance/contract/vaults.ts';
import { recordAudit } from '../audit/audit-store.ts';
import type { Database } from '../database/open-database.ts';
import type { Transaction } from '../database/transaction.ts';
import { listExecutors } from '../executors/executor-store.ts';
import { requireProof } from '../http/require-proof.ts';
import type { Owner } from '../http/routes.ts';
import { isId } from '../lib/ids.ts';
import { refuse } from '../lib/refusal.ts';
import { formatPerson, type ReportChangeNeeds, reportChange } from '../owner-changes/report-change.ts';
import { changedFields, editRefusal, isRedirected } from './vault-rules.ts';
import { editOnce, findVaultOf, lockVaultOf, type VaultRow } from './vault-store.ts';

export interface EditVaultNeeds extends ReportChangeNeeds {
  database: Database;
}
interface Edit {
  owner: Owner;
  vaultId: string;
  title: string;
  recipientName: string;
  recipientEmail: string;
  message?: string | undefined;
  scheduledReleaseDate?: string | null | undefined;
}

export async function editVault(needs: EditVaultNeeds, input: Edit): Promise<void> {
  const { owner, vaultId } = input;
  if (!isId(vaultId)) refuse('vault-not-found');
  await needs.database.transaction(async (tx) => {
    // Locked before it is read, so that the reported earlier recipient is the one this edit replaces.
    await lockVaultOf(tx, owner.id, vaultId);
    const found = await findVaultOf(tx, owner.id, vaultId);
    if (!found) refuse('vault-not-found');
    const { vault, editsAllowed } = found;
    const refusal = editRefusal(vault, editsAllowed);
    if (refusal) refuse(refusal);
    const changes = changedFields(vault, changesIn(input));
    if (Object.keys(changes).length === 0) return;
    const now = needs.clock.now();
    if (isRedirected(changes)) requireProof(owner, now);
    await checkDate(tx, vaultId, changes.scheduledReleaseDate, now);
    if (!(await editOnce(tx, { ownerId: owner.id, vaultId, changes, editsAllowed }, now))) refuse('vault-released');
    const detail = { fields: Object.keys(changes).join(' ') };
    await recordAudit(needs, tx, { vaultId, userId: owner.id, actor: 'owner', event: 'vault-edited', detail });
    if (isRedirected(changes)) await reportRecipient(needs, tx, vault, input);
  });
}

function reportRecipient(needs: EditVaultNeeds, tx: Transaction, vault: VaultRow, input: Edit): Promise<void> {
  const earlier = { name: vault.recipientName, email: vault.recipientEmail };
  return reportChange(needs, tx, {
    ...{ userId: vault.creatorId, kind: 'recipient', vault: { id: vault.id, title: vault.title }, earlier },
    before: formatPerson(earlier),
    after: formatPerson({ name: input.recipientName, email: input.recipientEmail }),
  });
}

async function checkDate(tx: Transaction, vaultId: string, date: Date | null | undefined, now: Date): Promise<void> {
  if (date && date <= now) refuseDate(dateInThePast);
  if (date === null && (await listExecutors(tx, vaultId)).length === 0) refuseDate(releaseWayMissing);
}

function changesIn({ title, recipientName, recipientEmail, message, scheduledReleaseDate }: Edit) {
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
