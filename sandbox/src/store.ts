// Queries of the sandbox's objects. They are stored in the product's database, so they survive a restart.
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { DatabaseOrTransaction, Transaction } from './needs.ts';
import type { SandboxObject, SandboxObjects } from './objects.ts';
import { sandboxObjects } from './schema.ts';

type Kind = keyof SandboxObjects;

// The number of an advisory lock that nothing else on this database uses.
const sandboxLock = 7_231_114_004;

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

export function sandboxStore(tx: DatabaseOrTransaction, now: Date): SandboxStore {
  return {
    async get(kind, id) {
      const [row] = await tx
        .select({ object: sandboxObjects.object })
        .from(sandboxObjects)
        .where(and(eq(sandboxObjects.id, id), eq(sandboxObjects.kind, kind)));
      return (row?.object as never) ?? null;
    },
    async find(kind, part) {
      const [newest] = await listContaining(tx, { kind, part, max: 1 });
      return (newest as never) ?? null;
    },
    async list(kind, part) {
      return (await listContaining(tx, { kind, part, max: 100 })) as never;
    },
    listUndelivered: (types, after) => listUndelivered(tx, types, after),
    async put(object) {
      await tx
        .insert(sandboxObjects)
        .values({ id: object.id, kind: object.object, object, createdAt: now })
        .onConflictDoUpdate({ target: sandboxObjects.id, set: { object } });
    },
    async forgetCustomer(id) {
      await tx.delete(sandboxObjects).where(sql`strpos(${sandboxObjects.object}::text, ${`"${id}"`}) > 0`);
    },
  };
}

async function listContaining(
  tx: DatabaseOrTransaction,
  { kind, part, max }: { kind: Kind; part: object; max: number },
): Promise<unknown[]> {
  const { object, createdAt, id } = sandboxObjects;
  const rows = await tx
    .select({ object })
    .from(sandboxObjects)
    .where(and(eq(sandboxObjects.kind, kind), sql`${object} @> ${JSON.stringify(part)}::jsonb`))
    .orderBy(desc(createdAt), desc(id))
    .limit(max);
  return rows.map((row) => row.object);
}

export const maxPage = 100;

async function listUndelivered(
  tx: DatabaseOrTransaction,
  types: readonly string[],
  after: string | null,
): Promise<SandboxObjects['event'][]> {
  const { object, kind, createdAt, id } = sandboxObjects;
  const older = sql`(${createdAt}, ${id}) < (select created_at, id from sandbox_objects where id = ${after})`;
  const rows = await tx
    .select({ object })
    .from(sandboxObjects)
    .where(
      and(
        eq(kind, 'event'),
        sql`${object} @> '{"pending_webhooks": 1}'`,
        inArray(sql`${object} ->> 'type'`, [...types]),
        after === null ? undefined : older,
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(maxPage);
  return rows.map((row) => row.object as SandboxObjects['event']);
}

/** Allows one call at a time across all processes, so that no two confirm the same payment. */
export async function lockSandbox(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${sandboxLock})`);
}

/** Subscriptions whose trial or period has ended. */
export async function listSubscriptionsDue(
  tx: Transaction,
  nowSeconds: number,
): Promise<SandboxObjects['subscription'][]> {
  const rows = await tx
    .select({ object: sandboxObjects.object })
    .from(sandboxObjects)
    .where(
      and(
        eq(sandboxObjects.kind, 'subscription'),
        sql`${sandboxObjects.object} ->> 'status' in ('trialing', 'active')`,
        sql`(${sandboxObjects.object} #>> '{items,data,0,current_period_end}')::bigint <= ${nowSeconds}`,
      ),
    );
  return rows.map(({ object }) => object as SandboxObjects['subscription']);
}

/** Subscriptions whose trial ends before a moment and was not announced yet. */
export async function listTrialsEnding(
  tx: Transaction,
  beforeSeconds: number,
): Promise<SandboxObjects['subscription'][]> {
  const rows = await tx
    .select({ object: sandboxObjects.object })
    .from(sandboxObjects)
    .where(
      and(
        eq(sandboxObjects.kind, 'subscription'),
        sql`${sandboxObjects.object} @> '{"status": "trialing"}'`,
        sql`not ${sandboxObjects.object} @> '{"trial_end_announced": true}'`,
        sql`(${sandboxObjects.object} ->> 'trial_end')::bigint <= ${beforeSeconds}`,
      ),
    );
  return rows.map(({ object }) => object as SandboxObjects['subscription']);
}

/** Undelivered events that are not dropped, oldest first. */
export async function listEventsToDeliver(database: DatabaseOrTransaction): Promise<SandboxObjects['event'][]> {
  const rows = await database
    .select({ object: sandboxObjects.object })
    .from(sandboxObjects)
    .where(
      and(
        eq(sandboxObjects.kind, 'event'),
        sql`${sandboxObjects.object} @> '{"pending_webhooks": 1, "dropped": false}'`,
      ),
    )
    .orderBy(asc(sandboxObjects.createdAt), asc(sandboxObjects.id))
    .limit(500);
  return rows.map(({ object }) => object as SandboxObjects['event']);
}
