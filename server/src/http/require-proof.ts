// Whether the owner has recently proven that they are present. Pure. One rule for every call that requires it.
import { proofMinutes } from '@remembrance/contract/limits.ts';
import { minutesLater } from '../lib/clock.ts';
import { refuse } from '../lib/refusal.ts';

interface ProofFacts {
  /** When the owner last signed in here, or gave the password or a passkey. */
  provenAt: Date;
}

/** How long the proof still counts, in whole seconds. */
export function provenSeconds({ provenAt }: ProofFacts, now: Date): number {
  const until = minutesLater(provenAt, proofMinutes);
  return Math.max(0, Math.floor((until.getTime() - now.getTime()) / 1000));
}

/** @throws {Refusal} proof-needed */
export function requireProof(owner: ProofFacts, now: Date): void {
  if (provenSeconds(owner, now) === 0) refuse('proof-needed');
}
