// Queries of what an address is named in: the vaults it can release now as an executor, and those that were released to it.
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { given, prepared } from '../../platform/database/prepared.ts';
import { accessVerifications, executors, letters, users, vaults } from '../../platform/database/schema.ts';
import type { Database, Transaction } from '../../platform/database/transaction.ts';
import { executorColumns, ownerColumns } from '../executors/executor-store.ts';

const isReleasable = and(eq(vaults.status, 'active'), ne(vaults.paymentStatus, 'unpaid'), isNull(users.deletedAt));
const isFirst = sql`lower(${executors.email}) = lower(${given('email')})`;
const isTheirs = sql`(${isFirst} or lower(${executors.secondEmail}) = lower(${given('email')}))`;
const vaultColumns = {
  id: vaults.id,
  creatorId: vaults.creatorId,
  title: vaults.title,
  recipientName: vaults.recipientName,
};
const executorsOfVaults = (database: Database) =>
  database
    .select({ executor: executorColumns, vault: vaultColumns, owner: ownerColumns })
    .from(executors)
    .innerJoin(vaults, eq(vaults.id, executors.vaultId))
    .innerJoin(users, eq(users.id, vaults.creatorId));

const selectCodes = prepared('list_codes_of_address', (database) =>
  executorsOfVaults(database).where(and(isTheirs, isReleasable)).orderBy(executors.createdAt).limit(given('max')),
);
const lockCode = prepared('lock_code_of_address', (database) =>
  executorsOfVaults(database)
    .where(and(eq(executors.id, given('executorId')), isTheirs, isReleasable))
    .for('no key update', { of: [vaults, executors] }),
);
// The condition is a constant, so that it matches the partial index.
const selectReleased = prepared('list_released_to_address', (database) =>
  database
    .select({ id: vaults.id })
    .from(vaults)
    .where(
      sql`(lower(${vaults.recipientEmail}) = lower(${given('email')}) or lower(${vaults.recipientSecondEmail}) = lower(${given('email')}))
        and ${vaults.status} = 'released'`,
    )
    .orderBy(vaults.releasedAt)
    .limit(given('max')),
);

interface OfAddress {
  email: string;
  max: number;
}

/** The ids of the executors with this address whose code can release a vault now. */
export async function listCodesOf(database: Database, of: OfAddress): Promise<string[]> {
  return (await selectCodes(database, { ...of })).map(({ executor }) => executor.id);
}

/** One of them, if that is still so. Until the transaction ends the vault and the code stay as they are. */
export const lockCodeOf = async (tx: Transaction, of: { executorId: string; email: string }) =>
  (await lockCode(tx, of))[0] ?? null;

/** The ids of the vaults that were released to this address. */
export async function listReleasedTo(database: Database, of: OfAddress): Promise<string[]> {
  return (await selectReleased(database, { ...of })).map(({ id }) => id);
}

/** Both emails hold the same link, so once something left for the second address nobody knows which mailbox has confirmed. */
const isAtSecond = sql`exists (select from ${letters} where ${letters.vaultId} = ${executors.vaultId}
  and lower(${letters.recipient}) = lower(${executors.secondEmail}))`;
const selectConfirmed = prepared('find_confirmed_address', (database) =>
  database
    .select({ id: vaults.id })
    .from(vaults)
    .where(
      sql`${vaults.id} = ${given('vaultId')} and (exists (select from ${executors} where ${executors.vaultId} = ${vaults.id}
          and ${isFirst} and ${executors.confirmedAt} is not null and not ${isAtSecond})
        or exists (select from ${accessVerifications} where ${accessVerifications.vaultId} = ${vaults.id}
          and lower(${accessVerifications.email}) = lower(${given('email')}) and ${accessVerifications.verified}))`,
    ),
);

/** Whether somebody at this address has confirmed an executor's letter of the vault, or has entered the address at its link. */
export const hasConfirmed = async (database: Database, of: { vaultId: string; email: string }): Promise<boolean> =>
  (await selectConfirmed(database, { ...of })).length > 0;
