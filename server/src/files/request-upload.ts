// Promises one of the vault's five places to one upload, and answers the link its bytes go to.
import { filesPerVault } from '@remembrance/contract/limits.ts';
import type { Database } from '../database/open-database.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { Clock } from '../lib/clock.ts';
import { isId, newId } from '../lib/ids.ts';
import { refuse } from '../lib/refusal.ts';
import {
  countFiles,
  type DeclaredFile,
  insertUpload,
  isUnpaidStorageFull,
  lockOwnerOfFiles,
  lockVaultForFiles,
} from './file-store.ts';
import { uploadLink, uploadLinkExpiry } from './link-rules.ts';
import type { ObjectStorage } from './object-storage.ts';

interface Needs {
  database: Database;
  clock: Clock;
  keyring: Keyring;
  storage: ObjectStorage;
  maxFileBytes: number;
}

/** @returns the path and query of the link, good for 15 minutes. */
export async function requestUpload(
  { database, clock, keyring, storage, maxFileBytes }: Needs,
  input: { ownerId: string; vaultId: string; file: DeclaredFile },
): Promise<string> {
  if (!isId(input.vaultId)) refuse('vault-not-found');
  if (!(await storage.hasRoom(0))) refuse('storage-full'); // before anybody sends bytes for nothing
  const now = clock.now();
  const id = newId(now);
  const expiresAt = uploadLinkExpiry(now);
  await database.transaction(async (tx) => {
    // Before the vault's lock, as everybody takes the two who takes both.
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
