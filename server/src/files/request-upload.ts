// Reserves one of the vault's five places for an upload and returns the link for its bytes.
import { filesPerVault } from '@remembrance/contract/limits.ts';
import type { Database } from '../database/open-database.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { Clock } from '../lib/clock.ts';
import { isId, newId } from '../lib/ids.ts';
import { refuse } from '../lib/refusal.ts';
import type { DeclaredFile } from './file-store.ts';
import { uploadLink, uploadLinkExpiry } from './link-rules.ts';
import type { ObjectStorage } from './object-storage.ts';
import { countFiles, insertUpload, isUnpaidStorageFull, lockOwnerOfFiles, lockVaultForFiles } from './upload-store.ts';

interface Needs {
  database: Database;
  clock: Clock;
  keyring: Keyring;
  storage: ObjectStorage;
  maxFileBytes: number;
}

/** @returns the path and query of the link, which is valid for 15 minutes */
export async function requestUpload(
  { database, clock, keyring, storage, maxFileBytes }: Needs,
  input: { ownerId: string; vaultId: string; file: DeclaredFile },
): Promise<string> {
  if (!isId(input.vaultId)) refuse('vault-not-found');
  if (!(await storage.hasRoom(0))) refuse('storage-full'); // checked now, before the upload
  const now = clock.now();
  const id = newId(now);
  const expiresAt = uploadLinkExpiry(now);
  await database.transaction(async (tx) => {
    // Locked before the vault. Every caller that needs both takes them in this order.
    await lockOwnerOfFiles(tx, input.ownerId);
    const vault = await lockVaultForFiles(tx, input.vaultId, input.ownerId);
    if (!vault) refuse('vault-not-found');
    if (vault.status === 'released') refuse('vault-released');
    if (vault.paymentStatus === 'lapsed') refuse('plan-lapsed');
    const { stored, promised } = await countFiles(tx, vault.id, now);
    if (stored + promised >= filesPerVault) refuse('too-many-files');
    if (vault.paymentStatus === 'unpaid' && (await isUnpaidStorageFull(tx, { ...input, maxFileBytes }, now))) {
      refuse('draft-storage-full');
    }
    await insertUpload(tx, { id, vaultId: vault.id, expiresAt, ...input.file });
  });
  return uploadLink(keyring, id, expiresAt);
}
