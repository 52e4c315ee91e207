// The state of a sign-in at the OpenID provider, stored in the browser as an encrypted cookie. Nobody else can read or forge it,
// and it expires after half an hour.
import type { Keyring } from '../../keys/secret/keyring.ts';
import { type Clock, minutesLater } from '../../platform/lib/clock.ts';
import type { Joining } from './identity-store.ts';
import type { Identity, SignInState } from './openid-provider.ts';

export interface BrowserStateNeeds {
  keyring: Keyring;
  clock: Clock;
}

/** The stored value by its purpose. */
interface StoredValues {
  'outside-journey': SignInState & { next: string };
  joining: Joining;
  'first-visit': Identity & { email: string; next: string };
}

const lifeMinutes = 30;

export const sealForBrowser = <For extends keyof StoredValues>(
  { keyring, clock }: BrowserStateNeeds,
  what: For,
  value: StoredValues[For],
): Promise<string> =>
  keyring.seal(what, JSON.stringify({ value, until: minutesLater(clock.now(), lifeMinutes).getTime() }));

/** Returns null if the value is forged, was stored for another purpose, or has expired. */
export async function readFromBrowser<For extends keyof StoredValues>(
  { keyring, clock }: BrowserStateNeeds,
  what: For,
  sealed: string | null,
): Promise<StoredValues[For] | null> {
  if (!sealed) return null;
  try {
    const { value, until } = JSON.parse(await keyring.open(what, sealed)) as {
      value: StoredValues[For];
      until: number;
    };
    return until > clock.now().getTime() ? value : null;
  } catch {
    return null;
  }
}
