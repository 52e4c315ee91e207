// Queries of an owner's check-in: what they chose, and the open round of questions. Each change names the round it expects.
import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { Digests } from '../../keys/secret/digest-store.ts';
import { letters, users } from '../../platform/database/schema.ts';
import type { Database, DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';
import { ownerSeenAt } from './owner-seen-store.ts';

/** Names an email of a round. The time of a round has no fractions of a second. */
export const checkInKey = (userId: string, roundAt: Date, step: number): string =>
  `check-in/${userId}/${Math.round(roundAt.getTime() / 1000)}/${step}`;
const keyOfRow = sql`'check-in/' || ${users.id} || '/' || extract(epoch from ${users.checkInRoundAt})::bigint || '/' || ${users.checkInStep}`;

const columns = {
  id: users.id,
  months: users.checkInMonths,
  nextAt: users.checkInNextAt,
  pausedUntil: users.checkInPausedUntil,
  roundAt: users.checkInRoundAt,
  step: users.checkInStep,
  salt: users.checkInSalt,
  silentAt: users.checkInSilentAt,
  seenAt: ownerSeenAt,
  letter: { status: letters.status, createdAt: letters.createdAt, sentAt: letters.sentAt },
};

const isAskable = and(
  isNotNull(users.checkInMonths),
  eq(users.emailVerified, true),
  isNull(users.deletedAt),
  isNull(users.suspendedAt),
);

const selectCheckIns = (database: DatabaseOrTransaction) =>
  database.select(columns).from(users).leftJoin(letters, eq(letters.onceKey, keyOfRow));

/** Null if we do not ask the owner. Lock the user first, and read in a statement of its own. */
export async function findCheckIn(tx: Transaction, userId: string) {
  const [found] = await selectCheckIns(tx).where(and(eq(users.id, userId), isAskable));
  return found ?? null;
}

/** Owners for whom a question or the next step of a round may be due, ordered by id from `after` on. */
export const listCheckIns = (database: Database, { after, now, max }: { after: string; now: Date; max: number }) =>
  selectCheckIns(database)
    .where(
      and(
        isAskable,
        gt(users.id, after),
        or(
          isNotNull(users.checkInRoundAt),
          isNotNull(users.checkInSilentAt),
          lte(users.checkInNextAt, now),
          isNull(users.checkInNextAt),
        ),
      ),
    )
    .orderBy(asc(users.id))
    .limit(max);

/** Whether one of these emails may not have arrived. */
export const isInDoubt = async (tx: Transaction, onceKeys: readonly string[]): Promise<boolean> =>
  (await tx.$count(letters, and(inArray(letters.onceKey, [...onceKeys]), isNotNull(letters.doubt)))) > 0;

type Round = Partial<
  Pick<
    typeof users.$inferInsert,
    'checkInNextAt' | 'checkInRoundAt' | 'checkInStep' | 'checkInSalt' | 'checkInToken' | 'checkInSilentAt'
  >
>;

/** Returns false if the round is no longer at this step. */
export async function setRound(
  tx: Transaction,
  { id, roundAt, step }: { id: string; roundAt: Date | null; step: number },
  to: Round,
): Promise<boolean> {
  const isThis = roundAt ? eq(users.checkInRoundAt, roundAt) : isNull(users.checkInRoundAt);
  const { rowCount } = await tx
    .update(users)
    .set(to)
    .where(and(eq(users.id, id), isThis, eq(users.checkInStep, step), isNotNull(users.checkInMonths)));
  return rowCount !== 0;
}

export const closedRound = { checkInRoundAt: null, checkInStep: 0 } as const;

/** The account of the link of the latest round, whether it was answered or not. */
export async function findByCheckInToken(database: DatabaseOrTransaction, digests: Digests): Promise<string | null> {
  const isIt = sql`${users.checkInToken} = any(${sql.param([...digests])})`;
  const [found] = await database
    .select({ id: users.id })
    .from(users)
    .where(and(isIt, isNull(users.deletedAt), isNull(users.suspendedAt)));
  return found?.id ?? null;
}

interface Chosen extends Round {
  checkInMonths: number | null;
  checkInPausedUntil: Date | null;
  yearlyAt: Date | null;
}

/** Hold the user's lock. */
export async function setCheckInChoice(tx: Transaction, userId: string, chosen: Chosen, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({ ...chosen, updatedAt: now })
    .where(eq(users.id, userId));
}

/** Open rounds begin again: a restored database does not know what was asked and answered since. */
export async function beginRoundsAgain(tx: Transaction, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({ ...closedRound, checkInNextAt: now })
    .where(isNotNull(users.checkInRoundAt));
}
