// Reads a stored file or a range of it, and verifies each MiB before sending it. A changed byte is never sent.
import { Readable } from 'node:stream';
import { type ByteRange, decrypt, encryptedRange, NotAuthentic } from '../../keys/formats/encrypted-stream.ts';
import { KeyUnavailable } from '../../keys/master/master-keys.ts';
import type { VaultKeys } from '../../keys/vault/vault-keys.ts';
import { type ObjectStorage, ObjectUnreadable } from './object-storage.ts';

export interface StoredFile {
  id: string;
  vaultId: string;
  objectPath: string;
  sizeBytes: number;
  /** Base64. */
  encryptionHeader: string;
  /** The vault's data key. Null if its row is missing. */
  wrappedKey: string | null;
}

/** The context that a file's encrypted bytes are bound to: they can be opened only as this file of this vault. */
export const fileContext = ({ vaultId, id }: { vaultId: string; id: string }): string => `vault/${vaultId}/file/${id}`;

export interface ReadingNeeds {
  storage: ObjectStorage;
  vaultKeys: VaultKeys;
}

/** The stored bytes differ from the uploaded ones, are incomplete, or can't be read or decrypted. */
export class FileDamaged extends Error {
  override name = 'FileDamaged';
}

/**
 * The bytes from `first` to `last`, both included. The first segment is read before the call resolves.
 * @throws {FileDamaged} from the call, or from the stream if the damage is further on.
 */
export async function readVerified(needs: ReadingNeeds, file: StoredFile, range: ByteRange): Promise<Readable> {
  const parts = verifiedParts(needs, file, range);
  const beginning = await parts.next();
  async function* all() {
    if (!beginning.done) yield beginning.value;
    yield* parts;
  }
  const bytes = Readable.from(all(), { objectMode: false });
  // A stopped download leaves no file open, even if nobody has begun to read it: a `finally` of `all` would not run then.
  bytes.once('close', () => void parts.return(undefined).catch(() => {}));
  return bytes;
}

async function* verifiedParts(needs: ReadingNeeds, file: StoredFile, range: ByteRange): AsyncGenerator<Buffer> {
  try {
    yield* decryptedParts(needs, file, range);
  } catch (error) {
    const isDamage = [ObjectUnreadable, NotAuthentic, KeyUnavailable].some((kind) => error instanceof kind);
    throw isDamage ? new FileDamaged('the file cannot be read', { cause: error }) : error;
  }
}

async function* decryptedParts(
  { storage, vaultKeys }: ReadingNeeds,
  { encryptionHeader, wrappedKey, ...file }: StoredFile,
  range: ByteRange,
): AsyncGenerator<Buffer> {
  if (!wrappedKey) throw new KeyUnavailable('the vault has no data key');
  const key = await vaultKeys.unwrap(wrappedKey, file.vaultId);
  const header = Buffer.from(encryptionHeader, 'base64');
  const { first, last } = encryptedRange(range, file.sizeBytes);
  const bytes = await storage.read(file.objectPath, first, last);
  try {
    yield* decrypt(bytes, { header, sizeBytes: file.sizeBytes, key, context: fileContext(file) }, range);
  } finally {
    bytes.destroy();
  }
}
