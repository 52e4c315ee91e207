// When a release date needs a proof, and when a date that was set without a proof takes effect.
import { nearReleaseDays, unprovenDateHours } from '@remembrance/contract/limits.ts';
import { proofReasons } from '@remembrance/contract/proof.ts';
import { isProven, requireProof } from '../../http/require-proof.ts';
import type { Owner } from '../../http/routes.ts';
import { daysLater, minutesLater } from '../../platform/lib/clock.ts';

type ProofFacts = Pick<Owner, 'provenAt'>;

/** @throws {Refusal} proof-needed, if the date is too near for the owner to read a letter about it first */
export function requireProofOfNearDate(owner: ProofFacts, date: Date, now: Date): void {
  if (date < daysLater(now, nearReleaseDays)) requireProof(owner, now, proofReasons.nearDate);
}

/** Null if it takes effect immediately. */
export const dateCountsFrom = (owner: ProofFacts, now: Date): Date | null =>
  isProven(owner, now) ? null : minutesLater(now, unprovenDateHours * 60);
