// Queries of a vault's creation: what its owner has room for, and the vault's row.
import { sql } from 'drizzle-orm';
import type { LivePurchase } from '../../plans/place-rules.ts';
import type { PlanRow } from '../../plans/plan-store.ts';
import { given, preparedSql } from '../../platform/database/prepared.ts';
import { userSubscriptions, users, vaults } from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';

export interface OwnerRoom {
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
  sql`select (select json_build_object('name', name, 'planType', plan_type, 'vaultLimit', vault_limit, 'editsAllowed', edits_allowed,
      'isActive', is_active) from plans where name = ${given('planName')}) as plan,
    (select count(*)::int from ${vaults} where creator_id = o.id and payment_status = 'unpaid') as drafts,
    (select count(*)::int from ${vaults}
      where creator_id = o.id and plan_type = ${given('planName')} and payment_status <> 'unpaid') as used,
    (select coalesce(json_agg(json_build_object('id', p.id, 'status', p.status, 'vaultsCreated', p.vaults_created,
      'periodEnd', p.current_period_end, 'vaultsNow',
      (select count(*) from ${vaults} v where v.subscription_id = p.id and v.payment_status <> 'unpaid')) order by p.created_at), '[]')
      from ${userSubscriptions} p join plans on plans.id = p.plan_id
      where p.user_id = o.id and plans.name = ${given('planName')} and p.status in ('trial', 'paid')) as purchases,
    (select json_build_object('id', id, 'digest', creation_digest) from ${vaults}
      where creator_id = o.id and creation_key = ${given('creationKey')}) as earlier
  from ${users} o where o.id = ${given('ownerId')} and o.deleted_at is null`,
);

/** Null if the account is gone or its deletion was requested. */
export async function readOwnerRoom(
  database: DatabaseOrTransaction,
  key: { ownerId: string; planName: string; creationKey: string | null },
): Promise<OwnerRoom | null> {
  return (await readRoom(database, key))[0] ?? null;
}

/** A draft. The caller must hold the owner's lock. */
export async function insertVault(tx: Transaction, vault: typeof vaults.$inferInsert): Promise<void> {
  await tx.insert(vaults).values(vault);
}
