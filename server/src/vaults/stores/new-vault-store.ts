// Queries of a vault's creation: what its owner has room for, and the one statement that writes the vault with all its parts.
import { sql } from 'drizzle-orm';
import { insertKeyRow, type WrappedKey } from '../../keys/vault/vault-key-store.ts';
import { raiseVaultsVersionOnce } from '../../people/users/user-store.ts';
import type { LivePurchase } from '../../plans/place-rules.ts';
import type { PlanRow } from '../../plans/plan-store.ts';
import { countVault } from '../../plans/vault-count-store.ts';
import { asRows, given, preparedSql } from '../../platform/database/prepared.ts';
import { userSubscriptions, users, vaults } from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction } from '../../platform/database/transaction.ts';
import { insertActs } from '../../records/acts/act-store.ts';
import { type CodeSending, insertExecutorRows, type NewExecutor } from '../executors/executor-store.ts';
import { insertQuestionRows, type NewQuestion } from '../recipients/question-store.ts';
import type { VaultRow } from './vault-store.ts';

export interface OwnerRoom {
  /** Changes with everything that is decided under the owner's lock. */
  version: number;
  owner: { id: string; firstName: string | null; lastName: string | null; email: string };
  plan: Pick<PlanRow, 'name' | 'planType' | 'vaultLimit' | 'editsAllowed' | 'isActive'> | null;
  /** How many vaults the owner has that are not paid for, and how many on this plan that are. */
  drafts: number;
  used: number;
  /** The purchases of the plan that are paid for or in their free month, oldest first. */
  purchases: (LivePurchase & { periodEnd: string | null })[];
  /** The vault that was created with this key before. */
  earlier: { id: string; digest: string | null } | null;
}

const readRoom = preparedSql<OwnerRoom>(
  'read_owner_room',
  sql`select o.vaults_version as version,
    json_build_object('id', o.id, 'firstName', o.first_name, 'lastName', o.last_name, 'email', o.email) as owner,
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

const writeVault = preparedSql<{ id: string }>(
  'write_vault',
  sql`with owner as (
      ${raiseVaultsVersionOnce}
    ), vault as (
      insert into ${vaults} (id, creator_id, plan_type, title, recipient_name, recipient_email, message, message_written_at,
        scheduled_release_date, date_counts_from, creation_key, creation_digest, payment_status, subscription_id, activated_at, created_at, updated_at)
      select v.id, owner.id, "planType", title, "recipientName", "recipientEmail", message, "messageWrittenAt",
        "scheduledReleaseDate", "dateCountsFrom", "creationKey", "creationDigest", "paymentStatus", "purchaseId", "activatedAt", "createdAt", "updatedAt"
      from owner, json_to_recordset(${given('vault')}) as v(id uuid, "planType" text, title text, "recipientName" text,
        "recipientEmail" text, message text, "messageWrittenAt" timestamptz, "scheduledReleaseDate" timestamptz, "dateCountsFrom" timestamptz, "creationKey" text,
        "creationDigest" text, "paymentStatus" text, "purchaseId" uuid, "activatedAt" timestamptz, "createdAt" timestamptz,
        "updatedAt" timestamptz)
      returning id, subscription_id
    ), place as (
      ${countVault} from vault where purchase.id = vault.subscription_id
    ),
    key as (${insertKeyRow} where exists (select from vault)),
    question as (${insertQuestionRows} where exists (select from vault)),
    executor as (${insertExecutorRows} where exists (select from vault)),
    line as (${insertActs} where exists (select from vault))
    select id from vault`,
);

export interface NewVault {
  /** That of the owner's room by which it was decided. */
  version: number;
  /** Active with the purchase that pays for it, or a draft. */
  vault: VaultRow;
  key: WrappedKey;
  questions: readonly NewQuestion[];
  executors: readonly (NewExecutor & Partial<CodeSending>)[];
  lines: readonly object[];
}

/**
 * Writes the vault and takes the owner's lock, unless something was decided under that lock since the owner's room was read. Then
 * it writes nothing and returns false.
 */
export async function insertVault(
  database: DatabaseOrTransaction,
  { version, vault, key, questions, executors, lines }: NewVault,
): Promise<boolean> {
  const written = await writeVault(database, {
    ownerId: vault.creatorId,
    version,
    vault: asRows([vault]),
    key: asRows([key]),

    questions: asRows(questions),
    executors: asRows(executors),
    lines: asRows(lines),
  });
  return written.length > 0;
}
