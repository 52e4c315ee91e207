// Queries of when the vaults were read back: their texts and activity here, their files with each file.
import { eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/open-database.ts';
import { vaultFiles, vaults } from '../../platform/database/schema.ts';

/** When the complete vault was last found intact: the earliest of its parts. Null if a part is damaged or was not read back yet. */
export const verifiedAt = sql<string | null>`(
  select case when ${vaults.isWhole} and coalesce(bool_and(f.verified_at is not null and f.damaged_at is null), true)
    then least(${vaults.checkedAt}, min(f.verified_at)) end
  from ${vaultFiles} f where f.vault_id = ${vaults.id} and not f.is_pending)`;

export async function markChecked(
  database: Database,
  vaultId: string,
  check: { isWhole: boolean; checkedAt: Date },
): Promise<void> {
  await database.update(vaults).set(check).where(eq(vaults.id, vaultId));
}

/** Vaults that were last checked before the given time, the longest ago first. */
export async function listUnchecked(database: Database, before: Date, max: number): Promise<string[]> {
  const found = await database
    .select({ id: vaults.id })
    .from(vaults)
    .where(or(isNull(vaults.checkedAt), lt(vaults.checkedAt, before)))
    .orderBy(sql`${vaults.checkedAt} nulls first`)
    .limit(max);
  return found.map(({ id }) => id);
}
