// Encrypts the files that were stored before files were encrypted, one at a time: the encrypted object is written beside the plain
// one, named in its place, and then the plain one is removed. A stop at any point loses nothing and is repeated.
import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '../lib/ids.ts';
import { listPlain, replaceObject, upsertDigest } from './file-integrity-store.ts';
import { fileContext } from './file-key.ts';
import { readVerified, type StoredFile } from './read-verified.ts';
import { type StoredObject, storeEncrypted } from './store-encrypted.ts';
import { type VerifyFileNeeds as Needs, verifyFile } from './verify-file.ts';

const filesInOneRun = 20;
/** Pauses between files, so that people's requests to the same disk come first. */
const pauseMilliseconds = 100;

/** @returns how many were encrypted */
export async function encryptFiles(needs: Needs, signal?: AbortSignal): Promise<number> {
  let encrypted = 0;
  for (const file of await listPlain(needs.database, filesInOneRun)) {
    if (signal?.aborted) break;
    if (await encryptFile(needs, file)) encrypted += 1;
    await pause(pauseMilliseconds);
  }
  return encrypted;
}

async function encryptFile(needs: Needs, file: StoredFile): Promise<boolean> {
  if (!(await verifyFile(needs, file))) return false; // a damaged file stays as it is
  const { vaultId, sizeBytes } = file;
  const objectId = newId(needs.clock.now());
  const objectPath = `${objectId.slice(-2)}/${vaultId}/${objectId}`;
  const key = await needs.vaultKeys.ofVault(needs.database, vaultId);
  const bytes = await readVerified(needs, file, { first: 0, last: sizeBytes - 1 });
  const object = { path: objectPath, bytes, sizeBytes };
  const stored = await storeEncrypted(needs.storage, object, { key, context: fileContext(file) });
  const isReplaced = await replaceIn(needs, file, { objectPath, ...stored });
  await needs.storage.remove(isReplaced ? file.objectPath : objectPath);
  return isReplaced;
}

const replaceIn = (
  { database, clock }: Needs,
  file: StoredFile,
  { sha256, crc32, objectPath, encryptionHeader }: { objectPath: string } & StoredObject,
): Promise<boolean> =>
  database.transaction(async (tx) => {
    if (!(await replaceObject(tx, file, { objectPath, encryptionHeader }))) return false;
    await upsertDigest(tx, { fileId: file.id, sha256, crc32, takenAt: clock.now() });
    return true;
  });
