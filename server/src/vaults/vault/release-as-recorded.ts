// The statement that releases a restored vault again, as the journal recorded it.
import { sql } from 'drizzle-orm';
import { given, preparedSql } from '../../platform/database/prepared.ts';
import { executors, releaseRequests, users, vaults } from '../../platform/database/schema.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import {
  canBeReleased,
  nameReleased,
  ownerOf,
  type ReleasedRow,
  type ReleasedVault,
  releasedOf,
  releasedVault,
} from './release-store.ts';

const updateAsRecorded = preparedSql<ReleasedRow>(
  'release_as_recorded',
  sql`with named as materialized (select ${nameReleased(sql`${given('vaultId')}`)})
    update ${vaults} set status = 'released', updated_at = ${given('now')}, released_at = ${given('releasedAt')},
      released_by = ${given('releasedBy')}
    from ${users} account, named where vaults.creator_id = account.id and vaults.id = ${given('vaultId')} and ${canBeReleased}
    returning ${releasedVault}, ${ownerOf('account')} as owner, (
      select json_build_object('id', e.id, 'name', e.name, 'email', e.email) from ${executors} e
      where e.vault_id = vaults.id and e.name = vaults.released_by limit 1
    ) as executor, exists (
      select from ${releaseRequests} request where request.vault_id = vaults.id and request.by_silence
        and request.state = 'released' and request.ended_at >= vaults.released_at
    ) as "bySilence"`,
);

interface RecordedRelease {
  vaultId: string;
  releasedAt: string;
  releasedBy: string | null;
}

/** Releases a restored vault again, as the journal recorded it. Null if it cannot be released. */
export async function releaseAsRecorded(
  tx: Transaction,
  release: RecordedRelease,
  now: Date,
): Promise<ReleasedVault | null> {
  const [row] = await updateAsRecorded(tx, { ...release, now });
  return row ? releasedOf(row) : null;
}
