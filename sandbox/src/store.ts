// Queries of the sandbox's objects. They are stored in the product's database, so they survive a restart.
import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { DatabaseOrTransaction, Transaction } from './needs.ts';
import type { SandboxObject, SandboxObjects } from './objects.ts';
import { sandboxObjects } from './schema.ts';

type Kind = keyof SandboxObjects;

// The number of an advisory lock that nothing else on this database uses.
const sandboxLock = 7_231_114_002;

export interface SandboxStore {
  get<K extends Kind>(kind: K, id: string): Promise<SandboxObjects[K] | null>;
  /** The newest object of that kind that contains `part`. */
  find<K extends Kind>(kind: K, part: object): Promise<SandboxObjects[K] | null>;
  /** Every object of that kind that contains `part`, newest first. */
  list<K extends Kind>(kind: K, part: object): Promise<SandboxObjects[K][]>;
  /** Undelivered events of these types, newest first. With `after`, only those older than that event. */
  listUndelivered(types: readonly string[], after: string | null): Promise<SandboxObjects['event'][]>;
  put(object: SandboxObject): Promise<void>;
  /** Deletes the customer and everything that refers to them. */
  forgetCustomer(id: string): Promise<void>;
}

const { id, kind, object, createdAt } = sandboxObjects;
const contains = (part: object): SQL => sql`${object} @> ${JSON.stringify(part)}::jsonb`;

export const maxPage = 100;

/** The objects of one kind that meet all conditions, newest first. */
async function select<K extends Kind>(
  tx: DatabaseOrTransaction,
  wanted: { kind: K; where: (SQL | undefined)[]; max?: number; isOldestFirst?: boolean },
): Promise<SandboxObjects[K][]> {
  const ordered = wanted.isOldestFirst ? asc : desc;
  const rows = await tx
    .select({ object })
    .from(sandboxObjects)
    .where(and(eq(kind, wanted.kind), ...wanted.where))
    .orderBy(ordered(createdAt), ordered(id))
    .limit(wanted.max ?? maxPage);
  return rows.map((row) => row.object as SandboxObjects[K]);
}

export function sandboxStore(tx: DatabaseOrTransaction, now: Date): SandboxStore {
  const first = async <K extends Kind>(kind: K, condition: SQL): Promise<SandboxObjects[K] | null> =>
    (await select(tx, { kind, where: [condition], max: 1 }))[0] ?? null;
  return {
    get: (kind, wantedId) => first(kind, eq(id, wantedId)),
    find: (kind, part) => first(kind, contains(part)),
    list: (kind, part) => select(tx, { kind, where: [contains(part)] }),
    listUndelivered(types, after) {
      const older = sql`(${createdAt}, ${id}) < (select created_at, id from sandbox_objects where id = ${after})`;
      const ofTypes = inArray(sql`${object} ->> 'type'`, [...types]);
      const where = [contains({ pending_webhooks: 1 }), ofTypes, after === null ? undefined : older];
      return select(tx, { kind: 'event', where });
    },
    async put(stored) {
      await tx
        .insert(sandboxObjects)
        .values({ id: stored.id, kind: stored.object, object: stored, createdAt: now })
        .onConflictDoUpdate({ target: id, set: { object: stored } });
    },
    async forgetCustomer(customerId) {
      await tx.delete(sandboxObjects).where(sql`strpos(${object}::text, ${`"${customerId}"`}) > 0`);
    },
  };
}

/** Allows one call at a time across all processes, so that no two confirm the same payment. */
export async function lockSandbox(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${sandboxLock})`);
}

/** More than one round handles. */
const maxDue = 500;

/** Subscriptions whose trial or period has ended. */
export function listSubscriptionsDue(tx: Transaction, nowSeconds: number): Promise<SandboxObjects['subscription'][]> {
  const where = [
    sql`${object} ->> 'status' in ('trialing', 'active')`,
    sql`(${object} #>> '{items,data,0,current_period_end}')::bigint <= ${nowSeconds}`,
  ];
  return select(tx, { kind: 'subscription', where, max: maxDue, isOldestFirst: true });
}

/** Subscriptions whose trial ends before a moment and was not announced yet. */
export function listTrialsEnding(tx: Transaction, beforeSeconds: number): Promise<SandboxObjects['subscription'][]> {
  const where = [
    contains({ status: 'trialing' }),
    sql`not ${contains({ trial_end_announced: true })}`,
    sql`(${object} ->> 'trial_end')::bigint <= ${beforeSeconds}`,
  ];
  return select(tx, { kind: 'subscription', where, max: maxDue, isOldestFirst: true });
}

/** Undelivered events that are not dropped, oldest first. */
export const listEventsToDeliver = (database: DatabaseOrTransaction): Promise<SandboxObjects['event'][]> =>
  select(database, {
    kind: 'event',
    where: [contains({ pending_webhooks: 1, dropped: false })],
    max: maxDue,
    isOldestFirst: true,
  });
