// The locks that a release takes before it decides: of the owner, the vault and the executor, in this order. The statement that waits for a lock
// does not see what was committed to other tables while it waited, so a release decides in a later statement.

import { sql } from 'drizzle-orm';
import { given, preparedSql } from '../../platform/database/prepared.ts';
import { executors, users, vaults } from '../../platform/database/schema.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { VaultRow } from './vault-store.ts';

export interface CodeHolder {
  executor: { id: string; name: string; email: string };
  vault: Pick<
    VaultRow,
    'id' | 'creatorId' | 'title' | 'recipientName' | 'status' | 'paymentStatus' | 'waitHours' | 'mustAgree' | 'checkIn'
  >;
}
export interface ByCode {
  vaultId: string;
  codeDigest: string;
}

const lockHolder = preparedSql<CodeHolder>(
  'lock_code_holder',
  sql`select json_build_object('id', e.id, 'name', e.name, 'email', e.email) as executor,
      json_build_object('id', v.id, 'creatorId', v.creator_id, 'title', v.title, 'recipientName', v.recipient_name, 'status', v.status,
        'paymentStatus', v.payment_status, 'waitHours', v.wait_hours, 'mustAgree', v.must_agree, 'checkIn', v.check_in) as vault
    from ${executors} e join ${vaults} v on v.id = e.vault_id join ${users} o on o.id = v.creator_id
    where e.access_code = ${given('codeDigest')} and v.id = ${given('vaultId')} and o.deleted_at is null
    for share of o for no key update of v for key share of e`,
);

/**
 * The executor with this code, and their vault, locked until the transaction ends: a deletion of the account, a change of the vault and the end
 * of the code come before or after it. Null, and nothing locked, for the code of another vault.
 */
export async function lockCodeHolder(tx: Transaction, by: ByCode): Promise<CodeHolder | null> {
  const [holder] = await lockHolder(tx, { ...by });
  return holder ?? null;
}

const lockFree = preparedSql<{ id: string }>(
  'lock_free_vaults',
  sql`with account as materialized (
      select id from ${users}
      where id in (select creator_id from ${vaults} where id = any(${given('vaultIds')}::uuid[])) and deleted_at is null
      order by id for share
    )
    select vault.id from ${vaults} vault join account on account.id = vault.creator_id
    where vault.id = any(${given('vaultIds')}::uuid[]) for no key update of vault skip locked`,
);

/**
 * Locks those of the vaults whose owner keeps the account. Skips vaults that another transaction has locked, so that two calls never wait for
 * each other.
 */
export async function lockFreeVaults(tx: Transaction, vaultIds: readonly string[]): Promise<string[]> {
  return (await lockFree(tx, { vaultIds })).map(({ id }) => id);
}
