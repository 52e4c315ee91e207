// What log lines and the audit call an account and a network: a short keyed digest. With the master secret an operator
// finds whose it is, and everything that belongs together; without it nobody can try addresses until one fits.
import type { Keyring } from './keyring.ts';

export interface LogNames {
  /** The same for as long as the account lives, so that what happened to it can be followed; nothing leads back from it. */
  account(userId: string): string;
  /** Another one every day (UTC): enough to see an attack, too little for a record of where people are. */
  network(network: string, at: Date): string;
}

/** 48 bits: short enough to read aloud, and two accounts of one installation hardly ever share one. */
const length = 12;

export function createLogNames(keyring: Keyring): LogNames {
  const name = (text: string) => keyring.digest('log-name', text).slice(0, length);
  return {
    account: (userId) => name(`account ${userId}`),
    network: (network, at) => name(`network ${at.toISOString().slice(0, 10)} ${network}`),
  };
}
