// Rotates the master keys: a new one is added, every data key is wrapped again under it, and an old one is destroyed once no data
// key names it. No file is touched. Each step can be repeated after a stop.
import { sql } from 'drizzle-orm';
import type { Database } from '../database/open-database.ts';
import type { Clock } from '../lib/clock.ts';
import type { KeyFile } from './key-file.ts';
import { addKey, type MasterKeys, type Ring } from './master-keys.ts';
import { countByMasterKey, lockOtherwiseWrapped, replaceWrappedKey } from './vault-key-store.ts';

export interface RotationNeeds {
  database: Database;
  clock: Clock;
  masterKeys: MasterKeys;
  keyFile: KeyFile;
}

const rotateAfterDays = 90;
/** A process that read the ring before the rotation may still wrap a key with the old one, but never for as long as this. */
const settledAfterMilliseconds = 60 * 60_000;
/** Any number that nothing else on the same database uses for an advisory lock. */
const ringLock = 7_231_114_004;

/** Adds a master key, which wraps from now on. */
export const addMasterKey = (needs: RotationNeeds): Promise<void> =>
  changeRing(needs, (ring) => addKey(ring, needs.clock.now().toISOString()));

/**
 * One change of the ring at a time, in this process or another: a key that another change adds would be lost, and with it all it wraps.
 * The file is written within the transaction because the lock ends with it.
 */
const changeRing = ({ database, keyFile }: RotationNeeds, change: (ring: Ring) => Ring): Promise<void> =>
  database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ringLock})`);
    await keyFile.write(change(keyFile.read()));
  });

/** Wraps every data key under the current master key, so many in one transaction. @returns how many were wrapped again */
export async function rewrapKeys(needs: RotationNeeds, signal?: AbortSignal, batchSize = 200): Promise<number> {
  let rewrapped = 0;
  while (!signal?.aborted) {
    const batch = await rewrapBatch(needs, batchSize);
    rewrapped += batch;
    if (batch === 0) break;
  }
  return rewrapped;
}

const rewrapBatch = ({ database, masterKeys }: RotationNeeds, batchSize: number): Promise<number> =>
  database.transaction(async (tx) => {
    const current = masterKeys.currentName();
    const batch = await lockOtherwiseWrapped(tx, current, batchSize);
    for (const { vaultId, wrappedKey } of batch) {
      const again = await masterKeys.wrap(await masterKeys.unwrap(wrappedKey, vaultId), vaultId);
      await replaceWrappedKey(tx, { vaultId, wrappedKey: again, masterKey: masterKeys.nameOf(again) });
    }
    return batch.length;
  });

/** Destroys the master keys that no data key names. What was deleted under them is gone from every backup. @returns their names */
export async function retireKeys(needs: RotationNeeds): Promise<string[]> {
  const { current, keys } = needs.keyFile.read();
  if (ageOf(current, needs) < settledAfterMilliseconds) return [];
  const inUse = await countByMasterKey(needs.database);
  const retired = Object.keys(keys).filter((name) => name !== current && !inUse.has(name));
  if (retired.length === 0) return [];
  await changeRing(needs, (ring) => ({
    ...ring,
    keys: Object.fromEntries(Object.entries(ring.keys).filter(([name]) => !retired.includes(name))),
  }));
  return retired;
}

/** The periodic rotation of a ring of our own. */
export async function rotateWhenDue(needs: RotationNeeds, signal?: AbortSignal): Promise<void> {
  if (ageOf(needs.keyFile.read().current, needs) > rotateAfterDays * 24 * 60 * 60_000) await addMasterKey(needs);
  await rewrapKeys(needs, signal);
  await retireKeys(needs);
}

/** A master key is named by when it was made. */
const ageOf = (name: string, { clock }: RotationNeeds): number => clock.now().getTime() - Date.parse(name);
