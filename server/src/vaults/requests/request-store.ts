// Queries of the requests for a release. Every change is guarded by the state it was decided on, under the lock of the vault, so that of two
// at once the second sees what the first has done.
import { lengths } from '@remembrance/contract/limits.ts';
import { and, desc, eq, gt, inArray, isNotNull, isNull, ne, not, or, sql } from 'drizzle-orm';
import type { Digests } from '../../keys/secret/digest-store.ts';
import { executors, releaseRequests, vaults } from '../../platform/database/schema.ts';
import { type DatabaseOrTransaction, firstRow, type Transaction } from '../../platform/database/transaction.ts';
import { isUndoneSince } from '../../records/acts/undone-release-store.ts';
import type { JournalStates } from '../../records/journal/journal-state-store.ts';
import type { OpenState } from './release-states.ts';

export type RequestRow = typeof releaseRequests.$inferSelect;
export type NewRequest = typeof releaseRequests.$inferInsert;
export type EndedState = 'stopped' | 'objected' | 'lapsed' | 'released' | 'ended';

const isOpen = isNull(releaseRequests.endedAt);
/** A release may have been undone since. */
const hasNotReleased = ne(releaseRequests.state, 'released');
const isEndedBeforeUndo = isUndoneSince(releaseRequests.vaultId, releaseRequests.endedAt);

/** Locks the vault until the transaction ends: every change of a request holds this lock first. */
export async function lockVaultOfRequest(tx: Transaction, vaultId: string) {
  const columns = {
    id: vaults.id,
    creatorId: vaults.creatorId,
    title: vaults.title,
    recipientName: vaults.recipientName,
    status: vaults.status,
    paymentStatus: vaults.paymentStatus,
    waitHours: vaults.waitHours,
    mustAgree: vaults.mustAgree,
    checkIn: vaults.checkIn,
  };
  return firstRow(tx.select(columns).from(vaults).where(eq(vaults.id, vaultId)).for('no key update'));
}

/** Those who have a code. Call it under the vault's lock, which every change of the executors takes too. */
export const listCodeHolders = (database: DatabaseOrTransaction, vaultId: string) =>
  database
    .select({ id: executors.id, name: executors.name, email: executors.email, secondEmail: executors.secondEmail })
    .from(executors)
    .where(and(eq(executors.vaultId, vaultId), isNotNull(executors.codeSentAt)))
    .orderBy(executors.createdAt, executors.id);

export const findOpenRequest = (database: DatabaseOrTransaction, vaultId: string): Promise<RequestRow | null> =>
  firstRow(
    database
      .select()
      .from(releaseRequests)
      .where(and(eq(releaseRequests.vaultId, vaultId), isOpen)),
  );

/** The open one, or the one that ended last since then. What ended before the last release says nothing about today. */
export const findLastRequest = (
  database: DatabaseOrTransaction,
  vaultId: string,
  since: Date,
): Promise<RequestRow | null> =>
  firstRow(
    database
      .select()
      .from(releaseRequests)
      .where(
        and(
          eq(releaseRequests.vaultId, vaultId),
          or(isOpen, and(gt(releaseRequests.endedAt, since), hasNotReleased, not(isEndedBeforeUndo))),
        ),
      )
      .orderBy(desc(releaseRequests.createdAt))
      .limit(1),
  );

export const findRequest = (database: DatabaseOrTransaction, id: string): Promise<RequestRow | null> =>
  firstRow(database.select().from(releaseRequests).where(eq(releaseRequests.id, id)));

export const findRequestByToken = (database: DatabaseOrTransaction, digests: Digests): Promise<RequestRow | null> =>
  firstRow(database.select().from(releaseRequests).where(inArray(releaseRequests.stopToken, digests)));

export async function insertRequest(tx: Transaction, request: NewRequest): Promise<RequestRow> {
  const [row] = await tx.insert(releaseRequests).values(request).returning();
  if (!row) throw new Error('the request was not inserted');
  return row;
}

const nextVersion = sql`${releaseRequests.version} + 1`;

/** The wait begins. Null if the request has changed since. */
export const startWait = (
  tx: Transaction,
  { id, version }: RequestRow,
  wait: Pick<RequestRow, 'agreedBy' | 'agreedByName' | 'waitsFrom' | 'dueAt'>,
): Promise<RequestRow | null> =>
  firstRow(
    tx
      .update(releaseRequests)
      .set({ ...wait, state: 'waiting', version: nextVersion })
      .where(and(eq(releaseRequests.id, id), eq(releaseRequests.version, version), isOpen))
      .returning(),
  );

export interface Ending extends Partial<Pick<RequestRow, 'agreedBy' | 'agreedByName' | 'endedByName' | 'reason'>> {
  state: EndedState;
  endedWhy: string;
}

/** Ends an open request once. Null if another call has ended or changed it. */
export const endRequest = (
  tx: Transaction,
  { id, version }: Pick<RequestRow, 'id' | 'version'>,
  ending: Ending,
  now: Date,
): Promise<RequestRow | null> =>
  firstRow(
    tx
      .update(releaseRequests)
      .set({
        ...ending,
        ...(ending.reason && { reason: ending.reason.slice(0, lengths.objectionReason) }),
        endedAt: now,
        version: nextVersion,
      })
      .where(and(eq(releaseRequests.id, id), eq(releaseRequests.version, version), isOpen))
      .returning(),
  );

/**
 * A release ends its request in its own transaction. One that a process of version 1.0.0 released, or that a restore repeated, may have left it open,
 * and once the release is undone it would release the vault again.
 */
export async function endRequestOfRelease(tx: Transaction, vaultId: string, now: Date): Promise<void> {
  const open = await findOpenRequest(tx, vaultId);
  if (open) await endRequest(tx, open, { state: 'released', endedWhy: 'released' }, now);
}

/** The open requests of every vault of an owner. */
export const listOpenOfOwner = async (tx: Transaction, ownerId: string): Promise<RequestRow[]> => {
  const rows = await tx
    .select({ request: releaseRequests })
    .from(releaseRequests)
    .innerJoin(vaults, eq(vaults.id, releaseRequests.vaultId))
    .where(and(eq(vaults.creatorId, ownerId), isOpen))
    .orderBy(releaseRequests.vaultId);
  return rows.map(({ request }) => request);
};

export const stateOf = (open: RequestRow | null): OpenState | 'ready' =>
  (open?.state as OpenState | undefined) ?? 'ready';

/** Sets a request in a restored database to its state in the journal, or adds it. */
export async function putRequestState(tx: Transaction, id: string, state: JournalStates['request']): Promise<void> {
  const { person, dueAt, waitsFrom, createdAt, endedAt, ...facts } = state;
  const date = (text: string | null) => (text === null ? null : new Date(text));
  const known = new Set((await listCodeHolders(tx, state.vaultId)).map((executor) => executor.id));
  const ifKnown = (executorId: string | null) => (executorId && known.has(executorId) ? executorId : null);
  const set = {
    ...facts,
    ...person,
    dueAt: new Date(dueAt),
    createdAt: new Date(createdAt),
    waitsFrom: date(waitsFrom),
    endedAt: date(endedAt),
    askedBy: ifKnown(state.askedBy),
    agreedBy: ifKnown(state.agreedBy),
  };
  await tx
    .insert(releaseRequests)
    .values({ id, ...set })
    .onConflictDoUpdate({ target: releaseRequests.id, set });
}

/** One that only the database before a restore knew of. */
export async function deleteRequest(tx: Transaction, id: string): Promise<void> {
  await tx.delete(releaseRequests).where(eq(releaseRequests.id, id));
}
