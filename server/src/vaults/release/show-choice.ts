// What an executor sees of their owner's choice and of the open request, or of the one that ended last: who has said what.

import type { ReleaseChoice, ReleaseRequest } from '@remembrance/contract/release.ts';
import { endedRequestDays } from '@remembrance/contract/release-limits.ts';
import type { DatabaseOrTransaction } from '../../platform/database/transaction.ts';
import { daysLater } from '../../platform/lib/clock.ts';
import { mustTwoAgree } from '../requests/request-facts.ts';
import { nameForOthers } from '../requests/request-letters.ts';
import { findLastRequest, type RequestRow } from '../requests/request-store.ts';

interface Asked {
  vault: { id: string; waitHours: number; mustAgree: boolean; status: string; hasRequest: boolean };
  executor: { id: string };
}

/** Null if a press releases the vault at once and nobody has asked before, or it is released. */
export async function findChoice(
  database: DatabaseOrTransaction,
  { vault, executor }: Asked,
  now: Date,
): Promise<ReleaseChoice | null> {
  if (vault.status === 'released') return null;
  const isChosen = vault.waitHours > 0 || vault.mustAgree;
  const since = daysLater(now, -endedRequestDays);
  const request = vault.hasRequest ? await findLastRequest(database, vault.id, since) : null;
  if (!isChosen && !request) return null;
  const mustAgree = await mustTwoAgree(database, vault);
  return { waitHours: vault.waitHours, mustAgree, request: request && showRequest(request, executor.id) };
}

const showRequest = (request: RequestRow, executorId: string): ReleaseRequest => ({
  state: request.state as ReleaseRequest['state'], // a released vault shows none
  askedBy: request.bySilence ? null : nameForOthers(request.askedByName),
  isMine: request.askedBy === executorId,
  askedAt: request.createdAt.toISOString(),
  agreedBy: request.agreedByName && nameForOthers(request.agreedByName),
  dueAt: request.dueAt.toISOString(),
  endedAt: request.endedAt?.toISOString() ?? null,
  endedBy: request.endedByName && nameForOthers(request.endedByName),
  reason: request.reason,
});
