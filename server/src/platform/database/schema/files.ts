// The files of vaults, the uploads they come from, and the objects that hold their bytes.
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core';
import { createdAt, id, moment, updatedAt } from './columns.ts';
import { vaults } from './vaults.ts';

/** The name of a file and what the owner writes to it, sealed under the vault's data key. */
const words = () => ({
  fileName: text('file_name').notNull(),
  caption: text('caption').notNull().default(''),
  transcript: text('transcript').notNull().default(''),
});

/** Whether a file waits for a save of its vault. Until then it is not in the vault, and shown to nobody. */
const isPending = () => boolean('is_pending').notNull().default(false);

export const vaultFiles = pgTable(
  'vault_files',
  {
    id: id(),
    vaultId: uuid('vault_id')
      .notNull()
      .references(() => vaults.id, { onDelete: 'cascade' }),
    fileType: varchar('file_type', { length: 100 }).notNull(),
    fileSize: varchar('file_size', { length: 50 }).notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    objectPath: varchar('object_path', { length: 500 }).notNull().unique(),
    /** The first 40 bytes of the encrypted object, in base64. */
    encryptionHeader: varchar('encryption_header', { length: 56 }).notNull(),
    /** The SHA-256 of its bytes, in base64, and their CRC-32, which an archive needs. */
    sha256: varchar('sha256', { length: 44 }).notNull(),
    crc32: bigint('crc32', { mode: 'number' }).notNull(),
    mimeType: varchar('mime_type', { length: 100 }).notNull(),
    /** Whether its first bytes were not of the type it was sent with. Its type is that of plain bytes then. */
    isOtherThanClaimed: boolean('is_other_than_claimed').notNull().default(false),
    /** What a virus scanner said of it while it was received. Null without a scanner. */
    scanResult: varchar('scan_result', { length: 20 }).$type<'clean' | 'found' | 'not-scanned'>(),
    /** What the scanner calls what it found. */
    finding: varchar('finding', { length: 100 }),
    ...words(),
    /** Its place in the vault, from 0. Files with the same are in the order of their upload. */
    position: integer('position').notNull().default(0),
    isPending: isPending(),
    /** Until when a removed file can be restored. It is pending then, and no save can name it. Null for every other file. */
    keptUntil: moment('kept_until'),
    /** Since when its bytes are known to differ from those that were uploaded. */
    damagedAt: moment('damaged_at'),
    /** When all of its bytes were last read back and found to be right. */
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
    vaultId: uuid('vault_id')
      .notNull()
      .references(() => vaults.id, { onDelete: 'cascade' }),
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
