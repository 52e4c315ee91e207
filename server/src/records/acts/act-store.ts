// The acts: what happened to a vault, an account or a letter, and who did it. Each is written once, in the transaction of what it
// records, and a trigger notes it for the journal.
import { and, asc, desc, eq, gt, gte, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm';
import { asRows, given, preparedSql } from '../../platform/database/prepared.ts';
import { actPeople, actReasons, acts, executors, journalChanges } from '../../platform/database/schema.ts';
import type { Database, DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { newOrderedId } from '../../platform/lib/ids.ts';
import type { ActEvent } from './act-words.ts';

export type ActActor = 'owner' | 'executor' | 'recipient' | 'service' | 'operator';

export interface Act {
  vaultId?: string | undefined;
  userId?: string | undefined;
  actor: ActActor;
  /** The executor's id. `userId` identifies an owner; a recipient and the service have no id. */
  actorId?: string | undefined;
  event: ActEvent;
  /** Only small facts: never a code, a token, an answer or a complete address. */
  detail?: Record<string, string | number | boolean | null | string[]>;
  /** The operator's reason, the only text that may name people. The owner reads it. It is deleted with the account. */
  reason?: { words: string; userId: string | null };
}

/** Inserts the given `acts`, any number of them, as rows. */
const insertActs = preparedSql(
  'insert_acts',
  sql`insert into ${acts} (id, vault_id, person_id, actor, actor_id, event, detail, at)
  select id, "vaultId", (select person_id from ${actPeople} where user_id = act."userId"), actor, "actorId", event,
    coalesce(detail, '{}'), at
  from json_to_recordset(${given('acts')}) as act(id uuid, "vaultId" uuid, "userId" uuid, actor text, "actorId" uuid, event text,
    detail jsonb, at timestamptz)`,
);

function newActs({ clock }: { clock: Clock }, done: readonly Act[]) {
  const at = clock.now();
  return done.map((act) => ({ ...act, id: newOrderedId(at), at }));
}

export async function recordAct(needs: { clock: Clock }, tx: Transaction, ...done: Act[]): Promise<void> {
  const added = newActs(needs, done);
  await insertActs(tx, { acts: asRows(added) });
  for (const { id, reason } of added) {
    if (reason) await tx.insert(actReasons).values({ actId: id, userId: reason.userId, reason: reason.words });
  }
}

interface AuditSearch {
  vaultId?: string | undefined;
  /** A person's account. */
  userId?: string | undefined;
  since?: Date | undefined;
  max: number;
}

/** The newest matching acts except the steps of letters, oldest first, each with its account (unless purged) and the operator's reason. */
export async function searchActs(database: Database, { vaultId, userId, since, max }: AuditSearch) {
  const found = await database
    .select({ act: acts, userId: actPeople.userId, reason: actReasons.reason })
    .from(acts)
    .leftJoin(actPeople, eq(actPeople.personId, acts.personId))
    .leftJoin(actReasons, eq(actReasons.actId, acts.id))
    .where(
      and(
        isNull(acts.letterId),
        vaultId === undefined ? undefined : eq(acts.vaultId, vaultId),
        userId === undefined ? undefined : eq(actPeople.userId, userId),
        since === undefined ? undefined : gte(acts.at, since),
      ),
    )
    .orderBy(desc(acts.at), desc(acts.id))
    .limit(max);
  return found.reverse();
}

/** The acts of a vault, oldest first. They stay when the vault is deleted. */
export async function listActs(database: DatabaseOrTransaction, vaultId: string) {
  return database.select().from(acts).where(eq(acts.vaultId, vaultId)).orderBy(asc(acts.at), asc(acts.id));
}

/** The operator's reason of the first act of one event since then, or null. */
export async function findReason(database: Database, event: ActEvent, since: Date): Promise<string | null> {
  const [found] = await database
    .select({ reason: actReasons.reason })
    .from(acts)
    .innerJoin(actReasons, eq(actReasons.actId, acts.id))
    .where(and(eq(acts.event, event), gte(acts.at, since)))
    .orderBy(asc(acts.at))
    .limit(1);
  return found?.reason ?? null;
}

/** The details of one event's acts since then, oldest first. */
export async function listDetails(database: DatabaseOrTransaction, event: ActEvent, since: Date): Promise<unknown[]> {
  const found = await database
    .select({ detail: acts.detail })
    .from(acts)
    .where(and(eq(acts.event, event), gte(acts.at, since)))
    .orderBy(asc(acts.at), asc(acts.id));
  return found.map(({ detail }) => detail);
}

/** How many vaults have acts, including deleted ones. */
export async function countVaults(database: DatabaseOrTransaction): Promise<number> {
  const vaults = database.selectDistinct({ id: acts.vaultId }).from(acts).where(isNotNull(acts.vaultId)).as('vaults');
  return database.$count(vaults);
}

export interface ActivityRow {
  /** The position among the acts of the vault, from 1. */
  number: number;
  at: string;
  actor: string;
  event: string;
  /** The executor who acted or is meant, by name or else by address. Null before another person took their place: only today's person is known. */
  executor: string | null;
  /** The names of what an edit changed, separated by spaces. */
  fields: string | null;
  /** The operator's reason, if it was written for the owner to read. */
  reason: string | null;
}

const isOfToday = sql`not exists (select from ${acts} later where later.vault_id = act.vault_id and later.event = 'executor-changed'
  and later.detail->>'isSamePerson' is null
  and (later.detail->>'executorId')::uuid = e.id and (later.at, later.id) > (act.at, act.id))`;

/** The acts before this number. */
export const listActivity = preparedSql<ActivityRow>(
  'list_activity',
  sql`select act.number, act.at, act.actor, act.event, coalesce(nullif(e.name, ''), e.email) as executor,
      case act.event when 'vault-edited' then act.detail->>'fields' end as fields,
      r.reason
    from (select ${acts}.*, row_number() over (order by at, id)::int as number from ${acts} where vault_id = ${given('vaultId')}) act
    left join ${executors} e on e.id = coalesce(act.actor_id, (act.detail->>'executorId')::uuid) and e.vault_id = act.vault_id
      and ${isOfToday}
    left join ${actReasons} r on r.act_id = act.id
    where act.number < ${given('before')}
    order by act.number desc limit ${given('max')}`,
);

export type LetterStep = 'queued' | 'tried' | 'accepted' | 'given-up' | 'requeued' | 'doubted' | 'delayed';

/** Included in other statements. @param from a list of `"stepId"`, letter `id`, `detail` and `at` */
export const insertLetterActs = (step: LetterStep, from: SQL): SQL =>
  sql`insert into ${acts} (id, actor, event, letter_id, detail, at)
    select "stepId", 'service', ${sql.raw(`'letter-${step}'`)}, id, detail, at from (${from}) as step`;

interface NewLetterStep {
  letterId: string;
  step: LetterStep;
  at: Date;
  /**
   * `attempt` counts the tries so far, including this one; `reason` says why it was not sent, as returned by reasonOf. A bounce gives a
   * `doubt` and its `status`.
   */
  detail?: { attempt: number; reason: string } | { doubt: string; status: string };
}

export async function recordLetterStep(tx: Transaction, step: NewLetterStep): Promise<void> {
  const { letterId, at, detail = {} } = step;
  const act = { id: newOrderedId(at), actor: 'service', event: `letter-${step.step}`, letterId, detail, at };
  await tx.insert(acts).values(act);
}

/** How often a step of a letter was recorded. */
export const countLetterSteps = (tx: Transaction, letterId: string, step: LetterStep): Promise<number> =>
  tx.$count(acts, and(eq(acts.letterId, letterId), eq(acts.event, `letter-${step}`)));

export async function putActs(tx: Transaction, missing: readonly (typeof acts.$inferSelect)[]): Promise<void> {
  for (let start = 0; start < missing.length; start += 1000)
    await tx
      .insert(acts)
      .values(missing.slice(start, start + 1000))
      .onConflictDoNothing();
}

/** Acts since then that no longer wait for the journal, after this id, ordered by id. */
export async function listWrittenActs(
  database: Database,
  { from, after, max }: { from: Date; after: string | null; max: number },
): Promise<{ id: string; vaultId: string | null }[]> {
  const isWaiting = sql`exists (select from ${journalChanges} where kind = 'act' and subject_id = ${acts.id})`;
  return database
    .select({ id: acts.id, vaultId: acts.vaultId })
    .from(acts)
    .where(and(gte(acts.at, from), after === null ? undefined : gt(acts.id, after), not(isWaiting)))
    .orderBy(asc(acts.id))
    .limit(max);
}
