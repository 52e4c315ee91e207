// The acts: what happened to a vault, an account or a letter, and who did it. Each is written once, in the transaction of what it
// records, and a trigger notes it for the journal.
import { and, asc, desc, eq, gte, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/open-database.ts';
import { asRows, given, preparedSql } from '../../platform/database/prepared.ts';
import { actPeople, actReasons, acts } from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { newOrderedId } from '../../platform/lib/ids.ts';
import type { ActEvent } from './act-words.ts';

export type ActActor = 'owner' | 'executor' | 'recipient' | 'service' | 'operator';

export interface Act {
  vaultId?: string | undefined;
  userId?: string | undefined;
  actor: ActActor;
  /** The executor's id. An owner is identified by `userId`; a recipient and the service have none. */
  actorId?: string | undefined;
  event: ActEvent;
  /** Only small facts: never a code, a token, an answer or a whole address. */
  detail?: Record<string, string | number | boolean | null | string[]>;
  /** The operator's reason, the only text that may name people. The owner reads it. It is deleted with the account. */
  reason?: { words: string; userId: string | null };
}

/** Inserts the given `lines`, which are `asRows(newActs(…))`. Also a part of other statements, where a round trip counts. */
export const insertActs = sql`insert into ${acts} (id, vault_id, person_id, actor, actor_id, event, detail, at)
  select id, "vaultId", (select person_id from ${actPeople} where user_id = line."userId"), actor, "actorId", event,
    coalesce(detail, '{}'), at
  from json_to_recordset(${given('lines')}) as line(id uuid, "vaultId" uuid, "userId" uuid, actor text, "actorId" uuid, event text,
    detail jsonb, at timestamptz)`;
const insertLines = preparedSql('insert_acts', insertActs);

export function newActs({ clock }: { clock: Clock }, lines: readonly Act[]) {
  const at = clock.now();
  return lines.map((line) => ({ ...line, id: newOrderedId(at), at }));
}

export async function recordAct(needs: { clock: Clock }, tx: Transaction, ...lines: Act[]): Promise<void> {
  const added = newActs(needs, lines);
  await insertLines(tx, { lines: asRows(added) });
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

/** The newest matching acts but the steps of letters, oldest first, each with its account (unless purged) and the operator's reason. */
export async function searchActs(database: Database, { vaultId, userId, since, max }: AuditSearch) {
  const found = await database
    .select({ line: acts, userId: actPeople.userId, reason: actReasons.reason })
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

/** The lines of a vault, oldest first. They stay when the vault is deleted. */
export async function listActs(database: DatabaseOrTransaction, vaultId: string) {
  return database.select().from(acts).where(eq(acts.vaultId, vaultId)).orderBy(asc(acts.at), asc(acts.id));
}

/** The operator's reason of the first line of one event since then, or null. */
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

/** The details of the lines of one event since then, oldest first. */
export async function listDetails(database: Database, event: ActEvent, since: Date): Promise<unknown[]> {
  const found = await database
    .select({ detail: acts.detail })
    .from(acts)
    .where(and(eq(acts.event, event), gte(acts.at, since)))
    .orderBy(asc(acts.at), asc(acts.id));
  return found.map(({ detail }) => detail);
}
