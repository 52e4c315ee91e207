// The periodic rotation of the master keys. A new key in the file is reported, because older copies of it cannot open new vaults.
import { addMasterKey, ageOf, type RotationNeeds, retireKeys, rewrapKeys } from './rotate-keys.ts';

interface Needs extends RotationNeeds {
  /** Notifies the operator, once for each key. */
  reportNewKey: (file: string, name: string) => Promise<void>;
}

const rotateAfterMilliseconds = 90 * 24 * 60 * 60_000;

/** A service's keys are made and destroyed there; after its rotation the data keys are rewrapped here. */
export async function rotateWhenDue(needs: Needs, signal?: AbortSignal): Promise<void> {
  const { wraps, read, path } = needs.keyFile;
  if (wraps && ageOf(read().current, needs) > rotateAfterMilliseconds) await addMasterKey(needs);
  // Runs before the old key is destroyed, even if a command rotated the key or a rotation was killed.
  if (wraps && Object.keys(read().keys).length > 1) await needs.reportNewKey(path, read().current);
  await rewrapKeys(needs, signal);
  if (wraps) await retireKeys(needs);
}
