// Edits a vault that is not released. An edit that changes nothing is not counted. One that is based on an older version is
// refused with both versions, and one that is repeated with its idempotency key edits nothing twice.
import type { editVault as editVaultCall } from '@remembrance/contract/edit-vault.ts';
import type { BodyOf } from '@remembrance/contract/endpoint.ts';
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
import { editOnce } from './edit-store.ts';
import { changedFields, type Editable, editRefusal, isBasedOnPast, isRedirected } from './vault-rules.ts';
import { findVaultOf, lockVaultOf, type VaultRow } from './vault-store.ts';

export interface EditVaultNeeds extends ReportChangeNeeds {
  database: Database;
}
type Body = BodyOf<typeof editVaultCall>;
interface Edit {
  owner: Owner;
  vaultId: string;
  body: Body;
  /** The idempotency key of the caller, or null. */
  repeatKey?: string | null;
}

export async function editVault(needs: EditVaultNeeds, { owner, vaultId, body, repeatKey = null }: Edit) {
  if (!isId(vaultId)) refuse('vault-not-found');
  const editDigest = repeatKey && needs.keyring.digest('repeated-request', JSON.stringify(body));
  await needs.database.transaction(async (tx) => {
    // Locked before it is read, so that the reported earlier recipient is the one this edit replaces.
    await lockVaultOf(tx, owner.id, vaultId);
    const found = await findVaultOf(tx, owner.id, vaultId);
    if (!found) refuse('vault-not-found');
    const { vault, editsAllowed } = found;
    if (repeatKey && vault.editKey === repeatKey) {
      return vault.editDigest === editDigest ? undefined : refuse('repeated-differently');
    }
    const refusal = editRefusal(vault, editsAllowed);
    if (refusal) refuse(refusal);
    const changes = changedFields(vault, wantedIn(body));
    if (Object.keys(changes).length === 0) return undefined;
    if (isBasedOnPast(vault, body.version)) refuseConflict(vault, changes);
    const now = needs.clock.now();
    if (isRedirected(changes)) requireProof(owner, now);
    await checkDate(tx, vaultId, changes.scheduledReleaseDate, now);
    const edit = { vault, changes, editsAllowed, editKey: repeatKey, editDigest };
    if (!(await editOnce(tx, edit, now))) refuse('vault-released');
    const detail = { fields: Object.keys(changes).join(' ') };
    await recordAudit(needs, tx, { vaultId, userId: owner.id, actor: 'owner', event: 'vault-edited', detail });
    return isRedirected(changes) ? reportRecipient(needs, tx, vault, changes) : undefined;
  });
}

function refuseConflict(vault: VaultRow, changes: Partial<Editable>): never {
  const { title, recipientName, recipientEmail, message, scheduledReleaseDate, version } = vault;
  const stored = { title, recipientName, recipientEmail, message, version };
  const { scheduledReleaseDate: date, ...texts } = changes;
  return refuse('edit-conflict', {
    conflict: {
      stored: { ...stored, scheduledReleaseDate: scheduledReleaseDate?.toISOString() ?? null },
      sent: { ...texts, ...(date === undefined ? {} : { scheduledReleaseDate: date?.toISOString() ?? null }) },
    },
  });
}

function reportRecipient(
  needs: EditVaultNeeds,
  tx: Transaction,
  vault: VaultRow,
  { recipientName = vault.recipientName, recipientEmail = vault.recipientEmail }: Partial<Editable>,
): Promise<void> {
  const earlier = { name: vault.recipientName, email: vault.recipientEmail };
  return reportChange(needs, tx, {
    ...{ userId: vault.creatorId, kind: 'recipient', vault: { id: vault.id, title: vault.title }, earlier },
    before: formatPerson(earlier),
    after: formatPerson({ name: recipientName, email: recipientEmail }),
  });
}

async function checkDate(tx: Transaction, vaultId: string, date: Date | null | undefined, now: Date): Promise<void> {
  if (date && date <= now) refuseDate(dateInThePast);
  if (date === null && (await listExecutors(tx, vaultId)).length === 0) refuseDate(releaseWayMissing);
}

/** The fields of the body that were given. */
function wantedIn({ version: _, scheduledReleaseDate, ...texts }: Body): Partial<Editable> {
  const given = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined));
  if (scheduledReleaseDate === undefined) return given;
  return { ...given, scheduledReleaseDate: scheduledReleaseDate ? new Date(scheduledReleaseDate) : null };
}

const refuseDate = (sentence: string): never =>
  refuse('invalid-input', { detail: sentence, fields: { scheduledReleaseDate: sentence } });
