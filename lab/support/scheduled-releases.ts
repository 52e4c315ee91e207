// Reads the progress of releases by date from the database, and checks that each is complete.
import type pg from 'pg';

export interface Progress {
  released: number;
  /** Letters to recipients and owners. */
  sent: number;
}

/** Makes every active vault of the seed overdue, or removes its date. Nobody has its code any longer. */
export async function scheduleVaults(
  database: pg.Client,
  when: 'overdue' | 'never',
  exceptOwner?: string,
): Promise<void> {
  await database.query('update executors set access_code = id::text');
  await database.query(
    `update vaults set scheduled_release_date = ${when === 'overdue' ? "now() - interval '1 hour'" : 'null'}
    where status = 'active' and title = 'For Rosa' and creator_id is distinct from $1`,
    [exceptOwner ?? null],
  );
}

export async function readProgress(database: pg.Client): Promise<Progress> {
  const { rows } = await database.query(`select
    (select count(*)::int from vaults where released_at is not null and scheduled_release_date is not null) as released,
    (select count(*)::int from letters where status = 'sent' and kind in ('recipient-invitation', 'vault-released')) as sent`);
  return rows[0];
}

/** The period from the first batch, with its letters, to the last batch and to the last sent letter. */
export async function readDurations(database: pg.Client): Promise<{ releaseSeconds: number; letterSeconds: number }> {
  const { rows } =
    await database.query(`select extract(epoch from max(created_at) - min(created_at))::float as "releaseSeconds",
      extract(epoch from max(sent_at) - min(created_at))::float as "letterSeconds"
    from letters where kind in ('recipient-invitation', 'vault-released')`);
  return rows[0];
}

/** Released vaults that lack their link, a letter or their act, or have one of them twice. */
export async function findBroken(database: pg.Client): Promise<{ incomplete: number; doubled: number }> {
  const { rows } = await database.query(`with each as (
      select (select count(*) from access_verifications where vault_id = v.id) as links,
        (select count(*) from letters where vault_id = v.id and kind = 'recipient-invitation') as invitations,
        (select count(*) from letters where vault_id = v.id and kind = 'vault-released') as reports,
        (select count(*) from acts where vault_id = v.id and event = 'vault-released') as lines
      from vaults v where released_at is not null and scheduled_release_date is not null)
    select count(*) filter (where least(links, invitations, reports, lines) = 0)::int as incomplete,
      count(*) filter (where greatest(links, invitations, reports, lines) > 1)::int as doubled from each`);
  return rows[0];
}
