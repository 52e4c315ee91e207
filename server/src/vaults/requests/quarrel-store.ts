// What one executor may do to the others: how often they asked, withdrew, objected and proposed an address. A time that a wrong clock set later does not count.
import { withdrawalPauseDays } from '@remembrance/contract/release-limits.ts';
import { and, eq, gt, gte, lte, type SQL, sql } from 'drizzle-orm';
import { acts, releaseRequests } from '../../platform/database/schema.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { daysLater, minutesLater } from '../../platform/lib/clock.ts';
import { listCodeHolders } from './request-store.ts';

export interface OfExecutor {
  vaultId: string;
  executorId: string;
}

/** What an objection was about, in its act: their own request, and whether its wait had begun. */
export type ObjectionDetail = { own: boolean; waited: boolean };

/** Call it under the vault's lock. */
export const countAsked = (tx: Transaction, { vaultId, executorId }: OfExecutor, now: Date): Promise<number> =>
  tx.$count(
    releaseRequests,
    and(
      eq(releaseRequests.vaultId, vaultId),
      eq(releaseRequests.askedBy, executorId),
      gt(releaseRequests.createdAt, daysLater(now, -1)),
      lte(releaseRequests.createdAt, minutesLater(now, 1)),
    ),
  );

/** Somebody who asks and withdraws at the end of the wait, again and again, would keep the vault from the others, who may ask first now. */
export async function letsOthersAsk(tx: Transaction, executor: OfExecutor, now: Date): Promise<boolean> {
  const isWithdrawn = sql`(${acts.detail}->>'own')::boolean and (${acts.detail}->>'waited')::boolean`;
  const since = daysLater(now, -withdrawalPauseDays);
  if ((await countObjections(tx, executor, { isIt: isWithdrawn, since, now })) === 0) return false;
  return (await listCodeHolders(tx, executor.vaultId)).length > 1;
}

/** Objections to what others asked for. */
export const countObjectionsToOthers = (tx: Transaction, executor: OfExecutor, since: Date, now: Date) =>
  countObjections(tx, executor, { isIt: sql`not coalesce((${acts.detail}->>'own')::boolean, false)`, since, now });

const countObjections = (
  tx: Transaction,
  { vaultId, executorId }: OfExecutor,
  { isIt, since, now }: { isIt: SQL; since: Date; now: Date },
): Promise<number> =>
  tx.$count(
    acts,
    and(
      eq(acts.vaultId, vaultId),
      eq(acts.event, 'release-objected'),
      eq(acts.actorId, executorId),
      gt(acts.at, since),
      lte(acts.at, minutesLater(now, 1)),
      isIt,
    ),
  );

/** How often they asked for a corrected address of the release. */
export const countProposals = (tx: Transaction, { vaultId, executorId }: OfExecutor, releasedAt: Date) =>
  tx.$count(
    acts,
    and(
      eq(acts.vaultId, vaultId),
      eq(acts.event, 'correction-asked'),
      eq(acts.actorId, executorId),
      gte(acts.at, releasedAt),
    ),
  );

/** Whether the owner stopped a release of the vault since. */
export const wasStopped = async (tx: Transaction, vaultId: string, since: Date): Promise<boolean> =>
  (await tx.$count(
    releaseRequests,
    and(eq(releaseRequests.vaultId, vaultId), eq(releaseRequests.state, 'stopped'), gt(releaseRequests.endedAt, since)),
  )) > 0;
