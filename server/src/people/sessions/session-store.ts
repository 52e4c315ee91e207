// Queries of the sessions.
import { and, desc, eq, gt, inArray, isNull, lt, lte, ne } from 'drizzle-orm';
import { type Digests, findByDigest } from '../../keys/secret/digest-store.ts';
import { given, prepared } from '../../platform/database/prepared.ts';
import { sessions, users } from '../../platform/database/schema.ts';
import type { Database, DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';
import { type Clock, daysLater } from '../../platform/lib/clock.ts';
import { deleteExpiredAccountLinks } from './account-link-store.ts';
import { forgetDevicesBefore } from './known-device-store.ts';

/** The owner's fields that a session reads. */
export const sessionColumns = {
  sessionId: sessions.id,
  createdAt: sessions.createdAt,
  provenAt: sessions.provenAt,
  expire: sessions.expire,
  tokenName: sessions.tokenName,
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  profileImageUrl: users.profileImageUrl,
  contentFrom: users.contentFrom,
  timeZone: users.timeZone,
};
/** Whether a session is the requested one. The query must join the users. */
export const isAskedSession = and(eq(sessions.sid, given('sid')), isNull(users.suspendedAt));

const selectSession = prepared('find_session', (database) =>
  database.select(sessionColumns).from(sessions).innerJoin(users, eq(users.id, sessions.userId)).where(isAskedSession),
);

/** Runs for nearly every call of an owner. Null if the session has ended by `now`. */
export async function findSession(database: Database, sid: string, now: Date) {
  const [found] = await selectSession(database, { sid });
  return found && found.expire > now ? found : null;
}

/** Wraps a query that finds by a session's id. */
export const findBySid = <Found>(
  database: Database,
  sids: Digests,
  find: (sid: string) => Promise<Found | null>,
): Promise<Found | null> => findByDigest(database, { column: sessions.sid, digests: sids }, find);

export async function insertSession(tx: Transaction, session: typeof sessions.$inferInsert): Promise<void> {
  await tx.insert(sessions).values(session);
}

/** Records that the owner has proven their identity. Returns false if the session has ended. */
export async function markProven(database: DatabaseOrTransaction, sessionId: string, now: Date): Promise<boolean> {
  const { rowCount } = await database.update(sessions).set({ provenAt: now }).where(eq(sessions.id, sessionId));
  return rowCount !== 0;
}

/** Never shortens a session, and never revives one that was ended in the meantime. */
export async function extendSession(database: Database, sessionId: string, expire: Date, now: Date): Promise<void> {
  await database
    .update(sessions)
    .set({ expire, updatedAt: now })
    .where(and(eq(sessions.id, sessionId), lt(sessions.expire, expire)));
}

/** The sessions that have not expired, most recently used first. */
export const listSessionsOf = (database: Database, userId: string, now: Date) =>
  database
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      tokenName: sessions.tokenName,
      network: sessions.ipAddress,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.updatedAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expire, now)))
    .orderBy(desc(sessions.updatedAt), desc(sessions.id));

export async function findSessionOf(database: DatabaseOrTransaction, userId: string, sessionId: string) {
  const [session] = await database
    .select({ createdAt: sessions.createdAt, sess: sessions.sess })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)));
  return session ?? null;
}

/** Whether the owner's session has neither ended nor expired. */
export async function isSessionLive(
  database: DatabaseOrTransaction,
  { userId, sessionId }: { userId: string; sessionId: string },
  now: Date,
): Promise<boolean> {
  const isLive = and(eq(sessions.id, sessionId), eq(sessions.userId, userId), gt(sessions.expire, now));
  return (await database.$count(sessions, isLive)) > 0;
}

/** Null if the owner has no such session. */
export async function endSessionOf(database: DatabaseOrTransaction, userId: string, sessionId: string) {
  const [ended] = await database
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
    .returning({ userAgent: sessions.userAgent, tokenName: sessions.tokenName });
  return ended ?? null;
}

/** @returns the number of ended sessions */
export async function endOtherSessionsOf(
  database: DatabaseOrTransaction,
  userId: string,
  sessionId: string,
): Promise<number> {
  const isOther = and(eq(sessions.userId, userId), ne(sessions.id, sessionId));
  return (await database.delete(sessions).where(isOther)).rowCount ?? 0;
}

export async function endSession(database: Database, sids: Digests): Promise<void> {
  await database.delete(sessions).where(inArray(sessions.sid, sids));
}

/** Signs everybody out. */
export async function endAllSessions(tx: DatabaseOrTransaction): Promise<void> {
  await tx.delete(sessions);
}

/** @returns the number of ended sessions */
export async function endSessionsOf(tx: Transaction, userId: string): Promise<number> {
  return (await tx.delete(sessions).where(eq(sessions.userId, userId))).rowCount ?? 0;
}

/** Signs everybody out who signed in before. */
export async function endSessionsBefore(tx: Transaction, before: Date): Promise<void> {
  await tx.delete(sessions).where(lte(sessions.createdAt, before));
}

export async function deleteExpiredSessions(database: DatabaseOrTransaction, now: Date): Promise<void> {
  await database.delete(sessions).where(lte(sessions.expire, now));
}

/** Every twelve hours: deletes expired sessions and links, and browsers that have not been seen for longer than their cookie lives. */
export async function forgetExpiredSessions({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  const now = clock.now();
  await deleteExpiredSessions(database, now);
  await deleteExpiredAccountLinks(database, now);
  await forgetDevicesBefore(database, daysLater(now, -400));
}
