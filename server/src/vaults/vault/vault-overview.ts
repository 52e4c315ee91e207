// A vault's status beyond its own row: its plan, its codes and their letters, the recipient's letter and questions. The columns
// are part of the one statement that lists or finds vaults, so that a list stays one query.
import type { Delivery } from '@remembrance/contract/delivery.ts';
import type { Vault } from '@remembrance/contract/vaults.ts';
import { type SQL, sql } from 'drizzle-orm';
import { planStateOf } from '../../plans/place-rules.ts';
import {
  accessGuesses,
  accessVerifications,
  acts,
  executors,
  letters,
  releaseRequests,
  userSubscriptions,
  users,
  vaultFiles,
  vaults,
} from '../../platform/database/schema.ts';
import type { ActEvent } from '../../records/acts/act-words.ts';
import { deliveryOfVault, instantOf, letterState, shownDelivery } from './delivery-store.ts';

type OpenRequest = NonNullable<Vault['releaseRequest']>;
type Code = Pick<Delivery, 'writtenAt' | 'letter' | 'doubt'> & {
  executor: string;
  usedAt: string | null;
  confirmedAt: string | null;
};

/** When the complete vault was last found intact: the earliest of its parts. Null if a part is damaged or was not read back yet. */
export const verifiedAt = sql<string | null>`(
  select case when ${vaults.isWhole} and coalesce(bool_and(f.verified_at is not null and f.damaged_at is null), true)
    then least(${vaults.checkedAt}, min(f.verified_at)) end
  from ${vaultFiles} f where f.vault_id = ${vaults.id} and not f.is_pending)`;

const rightAnswers = sql.raw(`'${'answers-right' satisfies ActEvent}'`);

/**
 * Whether a recipient has given the right answers. After a restore only the acts may show it: a release that was opened is never undone, so they
 * are about the present one.
 */
export const isProven: SQL<boolean> = sql<boolean>`(
  exists (select from ${accessVerifications} proven where proven.vault_id = ${vaults.id} and proven.security_answers_provided)
  or exists (select from ${acts} given where given.vault_id = ${vaults.id} and given.event = ${rightAnswers}))`;

export const overview = {
  purchaseStatus: userSubscriptions.status,
  periodEnd: userSubscriptions.currentPeriodEnd,
  questionsLocked: sql<boolean>`coalesce(${accessGuesses.wrongInAll} >= ${accessGuesses.maxWrong}, false)`,
  codes: sql<Code[]>`coalesce((
    select json_agg(json_build_object('executor', coalesce(nullif(e.name, ''), e.email), 'writtenAt', l.created_at,
      'letter', ${letterState}, 'doubt', l.doubt, 'confirmedAt', e.confirmed_at,
      'usedAt', case when e.used_at >= coalesce(e.code_sent_at, e.used_at) then e.used_at end) order by e.created_at, e.id)
    from ${executors} e left join lateral (
      select status, created_at, doubt from ${letters}
      where vault_id = e.vault_id and kind = 'executor-code' and recipient in (e.email, e.second_email)
      order by created_at < e.code_sent_at, status = 'failed', doubt is not null, created_at desc limit 1
    ) l on true
    where e.vault_id = ${vaults.id} and e.code_sent_at is not null and ${vaults.status} = 'active'
  ), '[]')`,
  releaseRequest: sql<OpenRequest | null>`(
    select json_build_object('state', r.state, 'askedBy', case when not r.by_silence then r.asked_by_name end, 'dueAt', r.due_at) from ${releaseRequests} r
    where r.vault_id = ${vaults.id} and r.ended_at is null and ${vaults.status} = 'active'
  )`,
  releasesInSilence: sql<boolean>`(${vaults.checkIn} = 'release' and exists (
    select from ${users} o where o.id = ${vaults.creatorId} and o.check_in_months is not null))`,
  invitation: sql<Delivery | null>`(${deliveryOfVault} where ${vaults.status} = 'released')`,
};

interface Overview {
  releasesInSilence: boolean;
  releaseRequest: OpenRequest | null;
  purchaseStatus: string | null;
  periodEnd: Date | null;
  questionsLocked: boolean;
  codes: Code[];
  invitation: Delivery | null;
}

export function overviewOf(
  row: Overview,
): Pick<
  Vault,
  'planState' | 'paidUntil' | 'questionsLocked' | 'codes' | 'invitation' | 'releaseRequest' | 'releasesInSilence'
> {
  const planState = planStateOf(row.purchaseStatus);
  const isRunning = planState === 'trial' || planState === 'paid';
  return {
    planState,
    paidUntil: (isRunning && row.periodEnd?.toISOString()) || null,
    questionsLocked: row.questionsLocked,
    codes: row.codes.map(({ executor, letter, doubt, writtenAt, usedAt, confirmedAt }) => ({
      executor,
      letter,
      doubt,
      writtenAt: instantOf(writtenAt),
      usedAt: instantOf(usedAt),
      confirmedAt: instantOf(confirmedAt),
    })),
    ...(row.releaseRequest && {
      releaseRequest: { ...row.releaseRequest, dueAt: new Date(row.releaseRequest.dueAt).toISOString() },
    }),
    ...(row.releasesInSilence && { releasesInSilence: true as const }),
    invitation: row.invitation && shownDelivery(row.invitation),
  };
}
