// Queries of a vault's creation: what its owner has room for, and the statements that write the vault with all its parts.
import { sql } from 'drizzle-orm';
import { insertKeyRow, type WrappedKey } from '../../keys/vault/vault-key-store.ts';
import type { LivePurchase } from '../../plans/place-rules.ts';
import type { PlanRow } from '../../plans/plan-store.ts';
import { countVaultOn } from '../../plans/purchase-store.ts';
import { asRows, given, preparedSql } from '../../platform/database/prepared.ts';
import { userSubscriptions, users, vaults } from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';
import { insertActs } from '../../records/acts/act-store.ts';
import { type CodeSending, insertExecutorRows, type NewExecutor } from '../executors/executor-store.ts';
import { insertQuestionRows, type NewQuestion } from '../recipients/question-store.ts';
import type { VaultRow } from './vault-store.ts';

export interface OwnerRoom {
  owner: { id: string; firstName: string | null; lastName: string | null; email: string };
  plan: Pick<PlanRow, 'name' | 'planType' | 'vaultLimit' | 'editsAllowed' | 'isActive'> | null;
  /** How many unpaid vaults the owner has, and how many paid ones on this plan. */
  drafts: number;
  used: number;
  /** The plan's purchases that are paid or in their free month, oldest first. */
  purchases: (LivePurchase & { periodEnd: string | null })[];
  /** The vault created earlier with this key. */
  earlier: { id: string; digest: string | null } | null;
}

const readRoom = preparedSql<OwnerRoom>(
  'read_owner_room',
  sql`select json_build_object('id', o.id, 'firstName', o.first_name, 'lastName', o.last_name, 'email', o.email) as owner,
    (select json_build_object('name', name, 'planType', plan_type, 'vaultLimit', vault_limit, 'editsAllowed', edits_allowed,
      'isActive', is_active) from plans where name = ${given('planName')}) as plan,
    (select count(*)::int from ${vaults} where creator_id = o.id and payment_status = 'unpaid') as drafts,
    (select count(*)::int from ${vaults}
      where creator_id = o.id and plan_type = ${given('planName')} and payment_status <> 'unpaid') as used,
    (select coalesce(json_agg(json_build_object('id', p.id, 'status', p.status, 'vaultsCreated', p.vaults_created,
      'periodEnd', p.current_period_end, 'vaultsNow',
      (select count(*) from ${vaults} v where v.subscription_id = p.id and v.payment_status <> 'unpaid')) order by p.created_at), '[]')
      from ${userSubscriptions} p join plans on plans.id = p.plan_id
      where p.user_id = o.id and plans.name = ${given('planName')} and p.status in ('trialing', 'active')) as purchases,
    (select json_build_object('id', id, 'digest', creation_digest) from ${vaults}
      where creator_id = o.id and creation_key = ${given('creationKey')}) as earlier
  from ${users} o where o.id = ${given('ownerId')} and o.deleted_at is null`,
  'reads',
);

/** Null if the account is gone or its deletion was requested. */
export async function readOwnerRoom(
  database: DatabaseOrTransaction,
  wish: { ownerId: string; planName: string; creationKey: string | null },
): Promise<OwnerRoom | null> {
  return (await readRoom(database, wish))[0] ?? null;
}

const insertParts = preparedSql(
  'insert_vault_parts',
  sql`with key as (${insertKeyRow}), question as (${insertQuestionRows}), executor as (${insertExecutorRows}) ${insertActs}`,
);

type Insertable = typeof vaults.$inferInsert;
/** Every column without a default, and the id. */
export type NewVaultRow = Insertable & Pick<VaultRow, 'id' | 'createdAt' | 'paymentStatus'>;

export interface NewVault {
  /** Active with the purchase that pays for it, or a draft. */
  vault: NewVaultRow;
  key: WrappedKey;
  questions: readonly NewQuestion[];
  executors: readonly (NewExecutor & Partial<CodeSending>)[];
  lines: readonly object[];
}

/** Writes the vault with its key, questions, executor and acts, and counts it on its purchase. The caller must hold the owner's lock. */
export async function insertVault(
  tx: Transaction,
  { vault, key, questions, executors, lines }: NewVault,
): Promise<void> {
  await tx.insert(vaults).values(vault);
  await insertParts(tx, {
    key: asRows([key]),
    questions: asRows(questions),
    executors: asRows(executors),
    lines: asRows(lines),
  });
  if (vault.purchaseId) await countVaultOn(tx, vault.purchaseId);
}
