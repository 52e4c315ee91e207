// Rotates the master keys: a new one is added, every data key is rewrapped with it, and an old one is destroyed once no data
// key names it. An installation moves from one ring to another the same way. No vault file is touched. Each step can be repeated.
import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/transaction.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import type { KeyFile } from '../master/key-file.ts';
import { addKey, KeyUnavailable, type MasterKeys, madeAtOf, mergeRings, type Ring } from '../master/master-keys.ts';
import { recordMasterKey } from '../secret/installation-store.ts';
import { listMasterKeyNames, listOtherwiseWrapped, replaceWrappedKey, type WrappedKey } from './vault-key-store.ts';

export interface RotationNeeds {
  database: Database;
  clock: Clock;
  masterKeys: MasterKeys;
  keyFile: KeyFile;
}

/** A process that read the ring before the rotation may still wrap a key with the old one, but never longer than this. */
const settledAfterMilliseconds = 60 * 60_000;
/** An advisory lock number that nothing else on the same database uses. */
const ringLock = 7_231_114_004;

/** Adds a master key to the file. It wraps from then on. */
export const addMasterKey = (needs: RotationNeeds): Promise<void> =>
  changeRing(needs, (ring) => addKey(ring, needs.clock.now().toISOString()));

/** Adds the keys of another copy of the file. Returns the names of the added keys. */
export async function addKeysOf(needs: Pick<RotationNeeds, 'database' | 'keyFile'>, other: Ring): Promise<string[]> {
  const before = needs.keyFile.read();
  await changeRing(needs, (ring) => mergeRings(ring, other));
  return Object.keys(needs.keyFile.read().keys).filter((name) => !(name in before.keys));
}

/**
 * Allows one change of the ring at a time, in any process: otherwise a key added concurrently would be lost, with everything it wraps.
 * The file is written within the transaction because the lock ends with it.
 */
const changeRing = (
  { database, keyFile }: Pick<RotationNeeds, 'database' | 'keyFile'>,
  change: (ring: Ring) => Ring,
): Promise<void> =>
  database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ringLock})`);
    await keyFile.write(change(keyFile.read()));
  });

/**
 * Rewraps every data key with the current master key, in batches. No lock is held during calls to a key service: a key is replaced only
 * if it has not changed since it was read.
 * @returns how many were rewrapped
 * @throws {KeyUnavailable} at the end, if some could not be unwrapped; they do not change
 */
export async function rewrapKeys(
  needs: RotationNeeds & { onBatch?: (rewrapped: number) => void },
  signal?: AbortSignal,
  batchSize = 20,
): Promise<number> {
  const masterKey = await needs.masterKeys.currentName();
  const found = { rewrapped: 0, lost: 0 };
  const reasons = new Set<string>();
  let after: string | null = null;
  while (!signal?.aborted) {
    const batch: WrappedKey[] = await listOtherwiseWrapped(needs.database, { masterKey, after, max: batchSize });
    const results = await Promise.allSettled(batch.map((key) => rewrapKey(needs, key)));
    for (const result of results) {
      if (result.status === 'fulfilled') found.rewrapped += result.value ? 1 : 0;
      else if (result.reason instanceof KeyUnavailable) {
        found.lost += 1;
        reasons.add(result.reason.message);
      } else throw result.reason;
    }
    needs.onBatch?.(found.rewrapped);
    after = batch.at(-1)?.vaultId ?? null;
    if (!after) break;
  }
  if (found.lost === 0) {
    if (!signal?.aborted) await recordMasterKey(needs.database, needs.masterKeys.nameWithoutVersion());
    return found.rewrapped;
  }
  throw new KeyUnavailable(
    `${found.rewrapped} keys of vaults were wrapped again, and ${found.lost} could not be unwrapped: npm run verify names their vaults. Why: ${[...reasons].join('; ')}`,
  );
}

async function rewrapKey({ database, masterKeys }: RotationNeeds, key: WrappedKey): Promise<boolean> {
  const dataKey = await masterKeys.unwrap(key.wrappedKey, key.vaultId);
  const wrappedKey = await masterKeys.wrap(dataKey, key.vaultId);
  // It replaces the only copy, so it is opened first.
  if (!(await masterKeys.unwrap(wrappedKey, key.vaultId)).equals(dataKey))
    throw new Error('a wrapped data key does not unwrap to the same key');
  return replaceWrappedKey(database, key, { wrappedKey, masterKey: masterKeys.nameOf(wrappedKey) });
}

/** Destroys the file's master keys that no data key names. Vaults deleted under them are gone from every backup. @returns their names */
export async function retireKeys(needs: RotationNeeds): Promise<string[]> {
  const { current, keys } = needs.keyFile.read();
  if (ageOf(current, needs) < settledAfterMilliseconds) return [];
  const needed = await listMasterKeyNames(needs.database);
  const retired = Object.keys(keys).filter((name) => name !== current && !needed.includes(name));
  if (retired.length === 0) return [];
  await changeRing(needs, (ring) => ({
    ...ring,
    keys: Object.fromEntries(Object.entries(ring.keys).filter(([name]) => !retired.includes(name))),
  }));
  return retired;
}

/** The age of a master key, from the time in its name. */
const ageOf = (name: string, { clock }: Pick<RotationNeeds, 'clock'>): number =>
  clock.now().getTime() - Date.parse(madeAtOf(name));

interface DueNeeds extends RotationNeeds {
  /** Notifies the operator, once for each key. */
  reportNewKey: (file: string, name: string) => Promise<void>;
}

const rotateAfterMilliseconds = 90 * 24 * 60 * 60_000;

/**
 * The periodic rotation. A new key in the file is reported, because older copies of it cannot open new vaults. A key service creates and
 * destroys its own keys; after its rotation we rewrap the data keys here.
 */
export async function rotateWhenDue(needs: DueNeeds, signal?: AbortSignal): Promise<void> {
  const { wraps, read, path } = needs.keyFile;
  if (wraps && ageOf(read().current, needs) > rotateAfterMilliseconds) await addMasterKey(needs);
  // Runs before the old key is destroyed, even if a command rotated the key or a rotation was killed.
  if (wraps && Object.keys(read().keys).length > 1) await needs.reportNewKey(path, read().current);
  await rewrapKeys(needs, signal);
  if (wraps) await retireKeys(needs);
}
