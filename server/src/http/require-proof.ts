// Whether the owner has proven lately that it is them who sits there. Pure. One rule for every call that asks for it.
import { proofMinutes } from '@remembrance/contract/limits.ts';
import { minutesLater } from '../lib/clock.ts';
import { refuse } from '../lib/refusal.ts';

interface Proven {
  /** When the owner last signed in here, or gave the password or a passkey. */
  provenAt: Date;
}

/** For how long the proof still counts, in whole seconds. */
export function provenSeconds({ provenAt }: Proven, now: Date): number {
  const until = minutesLater(provenAt, proofMinutes);
  return Math.max(0, Math.floor((until.getTime() - now.getTime()) / 1000));
}

/** @throws {Refusal} proof-needed */
export function requireProof(owner: Proven, now: Date): void {
  if (provenSeconds(owner, now) === 0) refuse('proof-needed');
}
