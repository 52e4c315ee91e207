// What the table of states needs to know of a vault: its owner's choices, as far as they are in effect.
import { silenceWaitHours } from '@remembrance/contract/release-limits.ts';
import type { DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';
import { listCodeHolders, type lockVaultOfRequest } from './request-store.ts';

type Vault = NonNullable<Awaited<ReturnType<typeof lockVaultOfRequest>>>;

/** Of a single executor nobody else can agree. To decide, call it under the vault's lock. */
export const mustTwoAgree = async (
  database: DatabaseOrTransaction,
  { id, mustAgree }: Pick<Vault, 'id' | 'mustAgree'>,
) => mustAgree && (await listCodeHolders(database, id)).length > 1;

/** Call it under the vault's lock. */
export async function factsOf(tx: Transaction, vault: Pick<Vault, 'id' | 'mustAgree' | 'waitHours' | 'checkIn'>) {
  return {
    mustAgree: await mustTwoAgree(tx, vault),
    waits: vault.waitHours > 0,
    releasesInSilence: releasesInSilence(vault),
  };
}

/** Whether its owner chose that an unanswered check-in releases it, and a wait that is long enough. */
const releasesInSilence = ({ checkIn, waitHours }: Pick<Vault, 'checkIn' | 'waitHours'>): boolean =>
  checkIn === 'release' && waitHours >= silenceWaitHours;
