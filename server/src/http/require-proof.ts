// Whether the owner has recently proven their identity. Pure. One rule for every call that requires a proof.
import { freshSessionMinutes, proofMinutes } from '@remembrance/contract/limits.ts';
import { refusals } from '@remembrance/contract/refusals.ts';
import { minutesLater } from '../platform/lib/clock.ts';
import { refuse } from '../platform/lib/refusal.ts';

interface ProofFacts {
  /** When the owner last signed in here, or gave the password or a passkey. */
  provenAt: Date;
}

/** The remaining time for which the proof is valid, in whole seconds. */
export function provenSeconds({ provenAt }: ProofFacts, now: Date): number {
  const until = minutesLater(provenAt, proofMinutes);
  return Math.max(0, Math.floor((until.getTime() - now.getTime()) / 1000));
}

export const isProven = (owner: ProofFacts, now: Date): boolean => provenSeconds(owner, now) > 0;

/** @param reason a sentence that explains the request in the dialog. @throws {Refusal} proof-needed */
export function requireProof(owner: ProofFacts, now: Date, reason = ''): void {
  if (!isProven(owner, now)) refuse('proof-needed', { detail: `${reason} ${refusals['proof-needed'].detail}`.trim() });
}

/** For frequent changes: a session of the last hour needs no further proof. @throws {Refusal} proof-needed */
export function requireProofInOldSession(owner: ProofFacts & { signedInAt: Date }, now: Date, reason: string): void {
  if (now > minutesLater(owner.signedInAt, freshSessionMinutes)) requireProof(owner, now, reason);
}
