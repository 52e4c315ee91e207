// Receives the bytes of one file. It answers only when the bytes and their row are durable. A failure before that leaves nothing.
// The file is then in the vault, or pending until the vault is saved with it.
import type { Readable } from 'node:stream';
import { fileSizeText } from '@remembrance/contract/files.ts';
import { filesPerVault, pendingFilesPerVault } from '@remembrance/contract/limits.ts';
import type { Keyring } from '../../keys/secret/keyring.ts';
import type { VaultKeys } from '../../keys/vault/vault-keys.ts';
import { isSessionLive } from '../../people/sessions/session-store.ts';
import type { Database } from '../../platform/database/transaction.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { isId, newId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import type { ScanResult, VirusScanner } from '../scan/virus-scanner.ts';
import type { ObjectStorage } from '../storage/object-storage.ts';
import { fileContext } from '../storage/read-verified.ts';
import { findUnregisteredObjects, insertFile } from '../stored/file-store.ts';
import { typeByContent } from './first-bytes.ts';
import { isUploadLinkValid } from './link-rules.ts';
import { type StoredObject, storeEncrypted } from './store-encrypted.ts';
import type { Transfers } from './transfers.ts';
import { countFiles, findUpload, finishUpload, lockVaultForFiles } from './upload-store.ts';

export interface StoreUploadNeeds {
  database: Database;
  clock: Clock;
  keyring: Keyring;
  storage: ObjectStorage;
  vaultKeys: VaultKeys;
  transfers: Transfers;
  virusScanner: VirusScanner | null;
  maxFileBytes: number;
}
interface Upload {
  uploadId: string;
  link: { access: string; expires: string; signature: string };
  /** The Content-Length header. The bytes must match it. */
  declaredLength: string | undefined;
  bytes: Readable;
}

interface Received {
  ownerId: string;
  vaultId: string;
  sizeBytes: number;
}

export async function receiveUpload(
  needs: StoreUploadNeeds,
  { uploadId, link, declaredLength, bytes }: Upload,
): Promise<Received> {
  if (!isUploadLinkValid(needs.keyring, uploadId, link, needs.clock.now())) refuse('link-signature-refused');
  const sizeBytes = readLength(declaredLength, needs.maxFileBytes);
  return storeUpload(needs, { uploadId, sessionId: link.access, sizeBytes, bytes });
}

interface Storing {
  uploadId: string;
  /** The session that the upload belongs to. */
  sessionId: string;
  sizeBytes: number;
  bytes: Readable;
  /** What is known of the file that is copied: its digest, whether its content differed from its claimed type, and what a scanner found. */
  copied?: {
    sha256: string;
    isOtherThanClaimed: boolean;
    scanResult: ScanResult['result'] | null;
    finding: string | null;
  };
}

/** @throws {Refusal} file-damaged if a copy differs from its source, among others */
export async function storeUpload(needs: StoreUploadNeeds, input: Storing): Promise<Received> {
  const { sizeBytes } = input;
  const upload = isId(input.uploadId) ? await findUpload(needs.database, input.uploadId) : null;
  if (!upload) refuse('vault-not-found');
  const session = { userId: upload.ownerId, sessionId: input.sessionId };
  if (!(await isSessionLive(needs.database, session, needs.clock.now()))) refuse('link-signature-refused');
  if (upload.fileId) refuse('upload-finished');
  if (upload.vaultStatus === 'released') refuse('vault-released');

  // Every attempt has its own object, so that one that fails late removes only its own bytes.
  const objectId = newId(needs.clock.now());
  const object = { objectPath: `${objectId.slice(-2)}/${upload.vaultId}/${objectId}`, sizeBytes };
  const { vaultId } = upload;
  const key = await needs.vaultKeys.ofVault(needs.database, vaultId);
  const transfer = { uploadId: upload.id, ownerId: upload.ownerId, bytes: input.bytes };
  const context = fileContext({ ...upload, vaultId });
  const stored = await needs.transfers.follow(transfer, (bytes) =>
    storeEncrypted(
      needs.storage,
      { path: object.objectPath, bytes, sizeBytes },
      { key, context, scan: needs.virusScanner?.begin(upload.id) ?? null },
    ),
  );
  const received = { ownerId: upload.ownerId, vaultId, sizeBytes };
  try {
    if (input.copied && input.copied.sha256 !== stored.sha256) refuse('file-damaged');
    await recordUpload(needs, {
      ...upload,
      ...object,
      ...stored,
      session,
      isOtherThanClaimed: input.copied?.isOtherThanClaimed ?? false,
      // Without a scanner today, what an earlier one found still holds for the same bytes.
      scanned: stored.scan ?? { result: input.copied?.scanResult ?? null, finding: input.copied?.finding ?? null },
    });
    return received;
  } catch (error) {
    const isKnown = await isRecorded(needs, { ...upload, ...object }).catch(() => null);
    if (isKnown) return received;
    // If that is unknown, the sweep removes an object without a row.
    if (isKnown === false) await needs.storage.remove(object.objectPath);
    throw error;
  }
}

interface Placed {
  vaultId: string;
  objectPath: string;
}

/** The response to a commit can be lost. The lock waits for a commit that is still in progress. */
const isRecorded = ({ database }: StoreUploadNeeds, { vaultId, objectPath }: Placed): Promise<boolean> =>
  database.transaction(async (tx) => {
    await lockVaultForFiles(tx, vaultId);
    return (await findUnregisteredObjects(tx, [objectPath])).length === 0;
  });

function readLength(declared: string | undefined, max: number): number {
  if (declared === undefined || !/^\d{1,15}$/.test(declared)) refuse('length-required');
  const length = Number(declared);
  if (length === 0) refuse('file-empty');
  checkFileSize(length, max);
  return length;
}

/** @throws {Refusal} too-large */
export function checkFileSize(length: number, max: number): void {
  if (length > max) {
    refuse('too-large', { detail: `A file may have at most ${Math.floor(max / (1024 * 1024))} MB.` });
  }
}

interface UploadRecord extends Placed, StoredObject {
  /** The upload's id, which becomes the file's. */
  id: string;
  sizeBytes: number;
  session: { userId: string; sessionId: string };
  /** Known before its bytes are examined. */
  isOtherThanClaimed: boolean;
  scanned: { result: ScanResult['result'] | null; finding: string | null };
}

async function recordUpload(needs: StoreUploadNeeds, record: UploadRecord): Promise<void> {
  const { id, vaultId, first, scan: _, scanned, session, ...object } = record;
  const now = needs.clock.now();
  await needs.database.transaction(async (tx) => {
    const vault = await lockVaultForFiles(tx, vaultId);
    if (!vault) refuse('vault-not-found');
    if (!(await isSessionLive(tx, session, now))) refuse('link-signature-refused'); // it has ended during the upload
    if (vault.status === 'released') refuse('vault-released');
    const { isPending, ...file } = (await finishUpload(tx, id)) ?? refuse('upload-finished');
    const { stored } = await countFiles(tx, vaultId, { isPending }, now);
    if (stored >= (isPending ? pendingFilesPerVault : filesPerVault)) refuse('too-many-files');
    const fileSize = fileSizeText(object.sizeBytes);
    const place = { id, vaultId, position: stored, isPending, createdAt: now };
    const type = typeByContent(file, first);
    const isOtherThanClaimed = record.isOtherThanClaimed || type.isOtherThanClaimed;
    const found = { ...type, isOtherThanClaimed, scanResult: scanned.result, finding: scanned.finding };
    await insertFile(tx, { ...file, ...object, ...place, ...found, fileSize }, vault.creatorId);
    if (isPending) return; // the save records it
    await recordAct(needs, tx, {
      vaultId,
      userId: vault.creatorId,
      actor: 'owner',
      event: 'file-added',
      detail: { fileId: id, sizeBytes: object.sizeBytes },
    });
  });
}
