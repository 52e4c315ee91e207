// What a browser keeps for us while a sign-in goes through the OpenID provider: sealed, so that it can be neither read nor
// made by anyone else, and worthless after half an hour.
import type { Keyring } from '../keys/keyring.ts';
import { type Clock, minutesLater } from '../lib/clock.ts';
import type { Joining } from './identity-store.ts';
import type { Identity, KeptBetween } from './openid-provider.ts';

export interface KeepNeeds {
  keyring: Keyring;
  clock: Clock;
}

/** By what it is kept for. */
interface Kept {
  'outside-journey': KeptBetween & { next: string };
  joining: Joining;
  'first-visit': Identity & { email: string; next: string };
}

const lifeMinutes = 30;

export const keepInBrowser = <For extends keyof Kept>(
  { keyring, clock }: KeepNeeds,
  what: For,
  value: Kept[For],
): Promise<string> =>
  keyring.seal(what, JSON.stringify({ value, until: minutesLater(clock.now(), lifeMinutes).getTime() }));

/** Null for anything that is not ours, was kept for something else, or is too old. */
export async function readFromBrowser<For extends keyof Kept>(
  { keyring, clock }: KeepNeeds,
  what: For,
  sealed: string | null,
): Promise<Kept[For] | null> {
  if (!sealed) return null;
  try {
    const { value, until } = JSON.parse(await keyring.open(what, sealed)) as { value: Kept[For]; until: number };
    return until > clock.now().getTime() ? value : null;
  } catch {
    return null;
  }
}
