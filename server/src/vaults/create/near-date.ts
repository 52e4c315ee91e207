// When a release date needs a proof, and from when on a date counts that was set without one.
import { nearReleaseDays, unprovenDateHours } from '@remembrance/contract/limits.ts';
import { proofReasons } from '@remembrance/contract/proof.ts';
import { isProven, requireProof } from '../../http/require-proof.ts';
import type { Owner } from '../../http/routes.ts';
import { daysLater, minutesLater } from '../../platform/lib/clock.ts';

type ProofFacts = Pick<Owner, 'provenAt'>;

/** @throws {Refusal} proof-needed, where the date leaves too little time for a letter about it to be read */
export function requireProofOfNearDate(owner: ProofFacts, date: Date, now: Date): void {
  if (date < daysLater(now, nearReleaseDays)) requireProof(owner, now, proofReasons.nearDate);
}

/** Null where it counts at once. */
export const dateCountsFrom = (owner: ProofFacts, now: Date): Date | null =>
  isProven(owner, now) ? null : minutesLater(now, unprovenDateHours * 60);
