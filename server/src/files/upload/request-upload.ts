// Reserves a place for an upload and returns the link for its bytes: one of the vault's five places, or one for a pending file.
import type { FileType } from '@remembrance/contract/files.ts';
import { filesPerVault, pendingFilesPerVault } from '@remembrance/contract/limits.ts';
import type { Keyring } from '../../keys/secret/keyring.ts';
import type { VaultKeys } from '../../keys/vault/vault-keys.ts';
import { editRefusal } from '../../plans/edit-rules.ts';
import { findPlanByName } from '../../plans/plan-store.ts';
import type { Database, Transaction } from '../../platform/database/transaction.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { isId, newId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import type { ObjectStorage } from '../storage/object-storage.ts';
import { type FileWords, sealWords } from '../stored/file-words.ts';
import { uploadLink, uploadLinkExpiry } from './link-rules.ts';
import { countFiles, insertUpload, isUnpaidStorageFull, lockOwnerOfFiles, lockVaultForFiles } from './upload-store.ts';

interface Needs {
  database: Database;
  clock: Clock;
  keyring: Keyring;
  storage: ObjectStorage;
  vaultKeys: VaultKeys;
  maxFileBytes: number;
}
interface Input extends FileWords {
  ownerId: string;
  sessionId: string;
  vaultId: string;
  fileType: FileType;
  mimeType: string;
  /** Whether the file waits for a save. On an activated vault it always does, because a save counts as an edit. */
  isPending: boolean;
}

/** @returns the path and query of the link, which is valid for 15 minutes, and the id the file will have */
export async function requestUpload(needs: Needs, input: Input): Promise<{ link: string; fileId: string }> {
  if (!isId(input.vaultId)) refuse('vault-not-found');
  if (!(await needs.storage.hasRoom(0))) refuse('storage-full'); // checked now, before the upload
  const now = needs.clock.now();
  const id = newId(now);
  const expiresAt = uploadLinkExpiry(now);
  const words = sealWords(await needs.vaultKeys.ownTexts(needs.database, input), id, input);
  await needs.database.transaction(async (tx) => {
    // Locked before the vault. Every caller that needs both takes them in this order.
    await lockOwnerOfFiles(tx, input.ownerId);
    const vault = (await lockVaultForFiles(tx, input.vaultId, input.ownerId)) ?? refuse('vault-not-found');
    // The save checks this again. Here it spares the owner a useless upload.
    const plan = await findPlanByName(tx, vault.planType);
    const refusal = editRefusal(vault, plan?.editsAllowed ?? 0);
    if (refusal) refuse(refusal);
    const isDraft = vault.paymentStatus === 'unpaid';
    const isPending = input.isPending || !isDraft;
    await checkPlaces(tx, vault.id, isPending, now);
    if (await isUnpaidStorageFull(tx, { ...input, maxFileBytes: needs.maxFileBytes }, now)) {
      refuse('draft-storage-full');
    }
    const { vaultId, fileType, mimeType } = input;
    await insertUpload(tx, { id, vaultId, fileType, mimeType, ...words, isPending, expiresAt });
  });
  return { link: uploadLink(needs.keyring, id, input.sessionId, expiresAt), fileId: id };
}

async function checkPlaces(tx: Transaction, vaultId: string, isPending: boolean, now: Date): Promise<void> {
  const { stored, promised } = await countFiles(tx, vaultId, { isPending }, now);
  if (!isPending && stored + promised >= filesPerVault) refuse('too-many-files');
  if (isPending && stored + promised >= pendingFilesPerVault) refuse('too-many-files', { detail: pendingFull });
}

const pendingFull =
  'Several uploads of this vault were never saved. They are removed within a day; please try again then.';
