// Queries of released vaults whose email nobody has opened, and of what the executor said about it. Opened and known are read from the acts
// since the release, because a restore follows every act.
import { correctionHours, followUpDays } from '@remembrance/contract/limits.ts';
import { and, eq, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { acts, letters, users, vaults } from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';
import { daysLater, minutesLater } from '../../platform/lib/clock.ts';
import { disownings, linkKinds } from './delivery-store.ts';
import { lockReleasedVault, ownedBy } from './vault-store.ts';

const hasAct = (
  ...events: string[]
): SQL => sql`exists (select from ${acts} where vault_id = ${vaults.id} and at >= ${vaults.releasedAt}
  and event in ${sql.raw(`('${events.join("', '")}')`)})`;
/** "This is not for me", said by somebody who got a link of this release. */
const disownedAt = sql`(select max(at) from ${acts} where vault_id = ${vaults.id} and at >= ${vaults.releasedAt}
  and event in ${disownings})`;
/** What was entered before somebody said that it is not for them says nothing about the recipient. */
const isOpened = sql`(${hasAct('answers-right')} or exists (select from ${acts} where vault_id = ${vaults.id} and event = 'email-verified'
  and at >= ${vaults.releasedAt} and at > coalesce(${disownedAt}, '-infinity')))`;
const isKnown = hasAct('recipient-knows');
/** Where two must agree, one of them has asked and no other has agreed yet, so it has no due time. */
const isAskedByOne = and(eq(vaults.correctionState, 'waiting'), isNull(vaults.correctionDueAt));
const lastAsked = sql`(select actor_id, at from ${acts} where vault_id = ${vaults.id} and at >= ${vaults.releasedAt}
  and event = 'correction-asked' order by at desc, id desc limit 1) asked`;
/** The last email to the first address may not have arrived, or not at the right person. */
const isInDoubt = sql`(${disownedAt} is not null or coalesce((select doubt is not null or status = 'failed' from ${letters}
  where vault_id = ${vaults.id} and kind in ${linkKinds} and recipient = ${vaults.recipientEmail} order by created_at desc limit 1), false))`;

/** Names one step of one release in the keys of its letters: a vault that was recalled and released again starts from the beginning. */
const keyOf = (prefix: string): SQL<string> =>
  sql<string>`${prefix} || ${vaults.id} || '/' || extract(epoch from ${vaults.releasedAt})::bigint`;

export type FollowUpStep = 'second-address' | 'remind' | 'ask';

/** Which vaults a step is for, besides those that are still unopened. */
const chosen: Record<FollowUpStep, SQL | undefined> = {
  'second-address': sql`${vaults.recipientSecondEmail} is not null`,
  remind: eq(vaults.followUp, true),
  ask: and(
    eq(vaults.followUp, true),
    sql`not ${isKnown}`,
    sql`(${vaults.correctionState} is distinct from 'waiting' or ${isAskedByOne})`,
  ),
};

interface Due {
  step: FollowUpStep;
  /** Begins the key of the letter that the step writes once. */
  keyPrefix: string;
  releasedAfter: Date;
  releasedUntil: Date;
}

function isDue({ step, keyPrefix, releasedAfter, releasedUntil }: Due): SQL | undefined {
  const isLate = lte(vaults.releasedAt, releasedUntil);
  return and(
    sql`${vaults.status} = 'released' and (follow_up or recipient_second_email is not null)`,
    gt(vaults.releasedAt, releasedAfter),
    step === 'second-address' ? sql`(${isLate} or ${isInDoubt})` : isLate,
    chosen[step],
    sql`not ${isOpened}`,
    sql`not exists (select from ${letters} where once_key = ${keyOf(keyPrefix)})`,
  );
}

/** The vaults for which a step is due. */
export async function listFollowUps(database: DatabaseOrTransaction, due: Due): Promise<string[]> {
  const found = await database.select({ id: vaults.id }).from(vaults).where(isDue(due)).limit(500);
  return found.map(({ id }) => id);
}

/** Locks one of them with its owner, if the step is still due. */
export async function lockFollowUp(tx: Transaction, vaultId: string, due: Due) {
  const locked = await lockReleasedVault(tx, vaultId);
  if (!locked) return null;
  const isIt = and(eq(vaults.id, vaultId), isDue(due));
  const [found] = await tx
    .select({ onceKey: keyOf(due.keyPrefix) })
    .from(vaults)
    .where(isIt);
  return found ? { ...locked, onceKey: found.onceKey } : null;
}

/** Null for a vault that is not released, or whose owner did not choose it. */
export async function findFollowUp(database: DatabaseOrTransaction, vaultId: string) {
  const [found] = await database
    .select({
      releasedAt: sql<Date>`${vaults.releasedAt}`.mapWith(vaults.createdAt),
      isOpened: sql<boolean>`${isOpened}`,
      isInDoubt: sql<boolean>`${isInDoubt}`,
      knownAt:
        sql<Date | null>`(select min(at) from ${acts} where vault_id = ${vaults.id} and at >= ${vaults.releasedAt}
        and event = 'recipient-knows')`.mapWith(acts.at),
      correctionState: vaults.correctionState,
      correctionEmail: vaults.correctionEmail,
      correctionDueAt: vaults.correctionDueAt,
      /** The executor who asked for a correction last, and when. */
      askedBy: sql<string | null>`(select actor_id from ${lastAsked})`,
      askedAt: sql<Date | null>`(select at from ${lastAsked})`.mapWith(acts.at),
      recipientEmail: vaults.recipientEmail,
      secondEmail: vaults.recipientSecondEmail,
    })
    .from(vaults)
    .innerJoin(users, eq(users.id, vaults.creatorId))
    .where(and(eq(vaults.id, vaultId), eq(vaults.status, 'released'), eq(vaults.followUp, true)));
  return found ?? null;
}

/** Whether the executors are asked: nothing was opened for days, or the email may not have arrived. */
export const isAskingExecutors = (
  found: { releasedAt: Date; isOpened: boolean; isInDoubt: boolean },
  now: Date,
): boolean => !found.isOpened && (found.isInDoubt || found.releasedAt <= daysLater(now, -followUpDays.ask));

interface NewCorrection {
  email: string;
  dueAt: Date | null;
  token: string;
}

const isUndecided = or(isNull(vaults.correctionState), isAskedByOne);

/** The caller holds the lock of the vault and has checked that it is open. @returns false if one of this release is already decided */
export async function insertCorrection(tx: Transaction, vaultId: string, { email, dueAt, token }: NewCorrection) {
  const { rowCount } = await tx
    .update(vaults)
    .set({ correctionState: 'waiting', correctionEmail: email, correctionDueAt: dueAt, correctionToken: token })
    .where(and(eq(vaults.id, vaultId), eq(vaults.status, 'released'), isUndecided));
  return rowCount !== 0;
}

const isWaiting = and(eq(vaults.status, 'released'), eq(vaults.correctionState, 'waiting'));

/** A vault by the digests of the token in the owner's email, or by its owner. */
export type StoppedBy = { tokenDigests: readonly string[] } | { ownerId: string; vaultId: string };

/** Ends a correction that waits: the owner stopped it. @returns the vault, or null if none of them waits */
export async function stopWaiting(tx: Transaction, by: StoppedBy) {
  const isIt =
    'vaultId' in by ? ownedBy(by.ownerId, by.vaultId) : inArray(vaults.correctionToken, [...by.tokenDigests]);
  const [stopped] = await tx.update(vaults).set({ correctionState: 'stopped' }).where(and(isIt, isWaiting)).returning();
  return stopped ?? null;
}

/** For an email that is written again after its secret was retired. */
export async function setStopToken(tx: Transaction, vaultId: string, token: string): Promise<void> {
  await tx.update(vaults).set({ correctionToken: token }).where(eq(vaults.id, vaultId));
}

export async function findCorrection(tx: Transaction, tokenDigests: readonly string[]) {
  const [found] = await tx
    .select({ title: vaults.title, state: vaults.correctionState })
    .from(vaults)
    .where(inArray(vaults.correctionToken, [...tokenDigests]));
  return found ?? null;
}

/** Ends a correction that waits, because the recipient has proven who they are at the present address. */
export async function endCorrection(tx: Transaction, vaultId: string): Promise<void> {
  await tx
    .update(vaults)
    .set({ correctionState: 'ended' })
    .where(and(eq(vaults.id, vaultId), isWaiting));
}

/**
 * The owner must have been able to read our email about it, as for a release that waits: it has been with a mail server for as long as a correction
 * waits, or was given up. The copy to an address that is new to the account does not count.
 */
const isDueAt = (now: Date): SQL | undefined =>
  and(
    isWaiting,
    lte(vaults.correctionDueAt, now),
    sql`not exists (select from ${letters} warning where warning.vault_id = ${vaults.id} and warning.kind = 'correction-asked'
      and warning.created_at >= ${vaults.releasedAt} and warning.once_key like '%/owner' and (warning.status in ('queued', 'sending')
        or warning.sent_at > ${minutesLater(now, -correctionHours * 60).toISOString()}::timestamptz))`,
  );

export async function listDueCorrections(database: DatabaseOrTransaction, now: Date): Promise<string[]> {
  const found = await database.select({ id: vaults.id }).from(vaults).where(isDueAt(now)).limit(500);
  return found.map(({ id }) => id);
}

/**
 * The one statement that makes a correction: the two addresses change places, so that an undo of the release can bring the owner's back. False if it
 * was stopped, ended or made before.
 */
export async function makeCorrection(tx: Transaction, vaultId: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx
    .update(vaults)
    .set({
      correctionState: 'made',
      recipientEmail: sql`${vaults.correctionEmail}`,
      correctionEmail: sql`${vaults.recipientEmail}`,
      updatedAt: now,
    })
    .where(and(eq(vaults.id, vaultId), isDueAt(now), sql`not ${hasAct('answers-right')}`));
  return rowCount !== 0;
}
