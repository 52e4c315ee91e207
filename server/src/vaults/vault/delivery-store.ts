// How far the email with the link to a released vault has come: its last letter, and the acts of its reader since the release. The acts say
// it, and not the links, because a restore follows every act.
import type { Delivery } from '@remembrance/contract/delivery.ts';
import { letterDoubts } from '@remembrance/contract/letters.ts';
import { sql } from 'drizzle-orm';
import { given, preparedSql } from '../../platform/database/prepared.ts';
import { acts, letters, vaults } from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction } from '../../platform/database/transaction.ts';

export const letterState = sql`case l.status when 'sent' then 'accepted' when 'failed' then 'undelivered' when 'queued' then 'waiting'
  when 'sending' then 'waiting' end`;
/** The kinds of letter with a link for the recipient. */
export const linkKinds = sql`('recipient-invitation', 'recipient-fresh-link', 'recipient-reminder')`;
/** "This is not for me", said by somebody who got a link. What was entered before says nothing about the recipient. */
export const disownings = sql`('link-closed', 'link-reported')`;
const downloads = sql`('file-downloaded', 'everything-downloaded')`;
// During an upgrade a process of the next version may have written a reason that this one does not know.
const doubt = sql`case when l.doubt is null or l.doubt in ${sql.raw(`('${letterDoubts.join("', '")}')`)} then l.doubt else 'other' end`;

/** For a query of vaults, which adds its condition. */
export const deliveryOfVault = sql<Delivery>`select json_build_object('writtenAt', l.created_at, 'letter', ${letterState},
    'acceptedBy', split_part(l.accepted_by, ':', 1), 'doubt', ${doubt}, 'openedAt', case when step.disowned is null then step.opened end,
    'provenAt', step.proven, 'downloadedAt', step.downloaded, 'disownedAt', case when step.disowned >= coalesce(l.created_at, '-infinity') then step.disowned end)
  from (
    select opened, proven, downloaded, case when proven is null and said >= coalesce(last_opened, said) then said end as disowned from (
      select min(at) filter (where event = 'email-verified') as opened, max(at) filter (where event = 'email-verified') as last_opened,
        min(at) filter (where event = 'answers-right') as proven, min(at) filter (where event in ${downloads}) as downloaded,
        max(at) filter (where event in ${disownings}) as said
      from ${acts} where vault_id = ${vaults.id} and at >= ${vaults.releasedAt} and actor = 'recipient'
    ) found
  ) step left join lateral (
    select * from ${letters} where vault_id = ${vaults.id} and kind in ${linkKinds} and recipient = ${vaults.recipientEmail}
    order by created_at desc limit 1
  ) l on true`;

const selectDelivery = preparedSql<{ delivery: Delivery }>(
  'find_delivery',
  sql`select (${deliveryOfVault}) as delivery from ${vaults} where id = ${given('vaultId')} and status = 'released'`,
);

/** Null before the release. */
export async function findDelivery(database: DatabaseOrTransaction, vaultId: string): Promise<Delivery | null> {
  const [found] = await selectDelivery(database, { vaultId });
  return found ? shownDelivery(found.delivery) : null;
}

export const shownDelivery = (found: Delivery): Delivery => ({
  ...found,
  writtenAt: instantOf(found.writtenAt),
  disownedAt: instantOf(found.disownedAt),
  openedAt: instantOf(found.openedAt),
  provenAt: instantOf(found.provenAt),
  downloadedAt: instantOf(found.downloadedAt),
});

/** In the contract's format, which differs from PostgreSQL's JSON. */
export const instantOf = (text: string | null): string | null => text && new Date(text).toISOString();
