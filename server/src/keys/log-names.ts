// Names accounts and networks in the log and the audit by a short keyed digest. With the master secret an operator can find the
// account and related lines. Without it nobody can find an address by trying many.
import type { Keyring } from './keyring.ts';

export interface LogNames {
  /** The same for the life of the account, so that its lines can be found. It cannot be reversed. */
  account(userId: string): string;
  /** A different one every day (UTC): enough to see an attack, but no record of where people are. */
  network(network: string, at: Date): string;
}

/** 48 bits: short enough to read aloud, and long enough that two accounts of one installation almost never share it. */
const length = 12;

export function createLogNames(keyring: Keyring): LogNames {
  const name = (text: string) => keyring.digest('log-name', text).slice(0, length);
  return {
    account: (userId) => name(`account ${userId}`),
    network: (network, at) => name(`network ${at.toISOString().slice(0, 10)} ${network}`),
  };
}
