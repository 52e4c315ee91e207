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

/** 48 bits: short enough to read aloud, and long enough that two accounts of one installation almost never share it. */
const length = 12;

const ofAccount = (userId: string) => `account ${userId}`;
const ofNetwork = (network: string, at: Date) => `network ${at.toISOString().slice(0, 10)} ${network}`;

export function createLogNames({ keyring, clock }: { keyring: Keyring; clock: Clock }): LogNames {
  const short = (digest: string) => withoutLabel(digest).slice(0, length);
  const nameOf = (text: string) => short(keyring.digest('log-name', text));
  return {
    account: (userId) => nameOf(ofAccount(userId)),
    network: (network) => nameOf(ofNetwork(network, clock.now())),
    accounts: (userId) => keyring.digests('log-name', ofAccount(userId)).map(short),
    networks: (network, at) => keyring.digests('log-name', ofNetwork(network, at)).map(short),
  };
}
