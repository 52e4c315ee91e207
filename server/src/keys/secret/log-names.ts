// Names accounts and networks in the log and the audit by a short keyed digest. With the master secret an operator can find the
// account and its lines. Without it nobody can find an address by trying many.
import type { Clock } from '../../platform/lib/clock.ts';
import { type Keyring, withoutLabel } from './keyring.ts';

export interface LogNames {
  /** The same for the life of the account and the secret, so that its lines can be found. It cannot be reversed. */
  account(userId: string): string;
  /** Changes every day (UTC): enough to see an attack, but no record of where people are. */
  network(network: string): string;
  /** The names under every secret, the current one first. */
  accounts(userId: string): string[];
  networks(network: string, at: Date): string[];
}

/** Most lines name an account or network that was named a moment ago. A new secret is noticed after this time. */
const rememberedMilliseconds = 10_000;

/** 48 bits: short enough to read aloud, and long enough that two accounts of one installation almost never share it. */
const length = 12;

export function createLogNames({ keyring, clock }: { keyring: Keyring; clock: Clock }): LogNames {
  const short = (digest: string) => withoutLabel(digest).slice(0, length);
  const remembering = (textOf: (one: string, now: Date) => string) => {
    let turn = Number.NaN;
    const names = new Map<string, string>();
    return (one: string): string => {
      const now = clock.now();
      const thisTurn = Math.floor(now.getTime() / rememberedMilliseconds);
      if (thisTurn !== turn) names.clear();
      turn = thisTurn;
      const name = names.get(one) ?? short(keyring.digest('log-name', textOf(one, now)));
      names.set(one, name);
      return name;
    };
  };
  const ofAccount = (userId: string) => `account ${userId}`;
  const ofNetwork = (network: string, at: Date) => `network ${at.toISOString().slice(0, 10)} ${network}`;
  return {
    account: remembering(ofAccount),
    network: remembering(ofNetwork),
    accounts: (userId) => keyring.digests('log-name', ofAccount(userId)).map(short),
    networks: (network, at) => keyring.digests('log-name', ofNetwork(network, at)).map(short),
  };
}
