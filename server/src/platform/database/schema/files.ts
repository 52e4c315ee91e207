// The files of vaults, the uploads they come from, and the objects that hold their bytes.
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core';
import { createdAt, id, moment, updatedAt } from './columns.ts';
import { ofVault } from './vaults.ts';

/** A file's name and the owner's texts for it, sealed under the vault's data key. */
const words = () => ({
  fileName: text('file_name').notNull(),
  caption: text('caption').notNull().default(''),
  transcript: text('transcript').notNull().default(''),
});

/** Whether a file waits for a save of its vault. Until then it is not in the vault, and nobody can see it. */
const isPending = () => boolean('is_pending').notNull().default(false);

export const vaultFiles = pgTable(
  'vault_files',
  {
    id: id(),
    vaultId: ofVault(),
    fileType: varchar('file_type', { length: 100 }).notNull(),
    fileSize: varchar('file_size', { length: 50 }).notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    objectPath: varchar('object_path', { length: 500 }).notNull().unique(),
    /** The first 40 bytes of the encrypted object, in base64. */
    encryptionHeader: varchar('encryption_header', { length: 56 }).notNull(),
    /** The SHA-256 of the bytes in base64, and their CRC-32, which an archive needs. */
    sha256: varchar('sha256', { length: 44 }).notNull(),
    crc32: bigint('crc32', { mode: 'number' }).notNull(),
    mimeType: varchar('mime_type', { length: 100 }).notNull(),
    /** Whether its first bytes did not match the type it was sent with. It then has the type of plain bytes. */
    isOtherThanClaimed: boolean('is_other_than_claimed').notNull().default(false),
    /** The virus scanner's result from the upload. Null without a scanner. */
    scanResult: varchar('scan_result', { length: 20 }).$type<'clean' | 'found' | 'not-scanned'>(),
    /** The scanner's name for its finding. */
    finding: varchar('finding', { length: 100 }),
    ...words(),
    /** Its position in the vault, from 0. Files with the same position are in upload order. */
    position: integer('position').notNull().default(0),
    isPending: isPending(),
    /** Until when a removed file can be restored. It is then pending, and no save can name it. Null for every other file. */
    keptUntil: moment('kept_until'),
    /** Since when its bytes are known to differ from the uploaded ones. */
    damagedAt: moment('damaged_at'),
    /** The last time all of its bytes were read back and verified. */
    verifiedAt: moment('verified_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('vault_files_vault').on(table.vaultId, table.createdAt),
    index('vault_files_pending').on(table.createdAt).where(sql`is_pending`),
  ],
);

/** A reserved place for one file, from the signed link until its bytes are durable. */
export const uploads = pgTable(
  'uploads',
  {
    id: id(),
    vaultId: ofVault(),
    fileType: varchar('file_type', { length: 100 }).notNull(),
    mimeType: varchar('mime_type', { length: 100 }).notNull(),
    ...words(),
    isPending: isPending(),
    expiresAt: moment('expires_at').notNull(),
    /** The file it became, which has the same id. */
    fileId: uuid('file_id'),
    createdAt: createdAt(),
  },
  (table) => [index('uploads_vault').on(table.vaultId)],
);

export const objectEntityAcl = pgTable('object_entity_acl', {
  objectPath: varchar('object_path', { length: 500 }).primaryKey(),
  owner: varchar('owner', { length: 255 }).notNull(),
  visibility: varchar('visibility', { length: 50 }).notNull().default('private'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
