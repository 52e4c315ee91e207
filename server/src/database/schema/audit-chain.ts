// The chain of each vault's audit lines, and the checkpoints that cover the heads of all chains. Rows are added and never changed.
import { integer, pgTable, primaryKey, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/** Written by a trigger when the transaction of a line commits. Lines of no vault have no chain. */
export const auditChain = pgTable(
  'audit_chain',
  {
    vaultId: uuid('vault_id').notNull(),
    /** From 1, without a gap. */
    number: integer('number').notNull(),
    lineId: uuid('line_id').notNull(),
    /** SHA-256 of the one before, the number and the line, in hex (audit/chain-rules.ts). */
    hash: varchar('hash', { length: 64 }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.vaultId, table.number] }), uniqueIndex('audit_chain_line').on(table.lineId)],
);

export const checkpoints = pgTable('checkpoints', {
  number: integer('number').primaryKey(),
  at: moment('at').notNull(),
  /** How many chains it covers. */
  vaults: integer('vaults').notNull(),
  root: varchar('root', { length: 64 }).notNull(),
  /** Of the key that signed it: base64 of its DER form. */
  publicKey: varchar('public_key', { length: 100 }).notNull(),
  signature: varchar('signature', { length: 100 }).notNull(),
});

/** The heads that moved since the checkpoint before. The others are as they were. */
export const checkpointHeads = pgTable(
  'checkpoint_heads',
  {
    checkpoint: integer('checkpoint').notNull(),
    vaultId: uuid('vault_id').notNull(),
    number: integer('number').notNull(),
    hash: varchar('hash', { length: 64 }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.checkpoint, table.vaultId] }),
    uniqueIndex('checkpoint_heads_vault').on(table.vaultId, table.number),
  ],
);
