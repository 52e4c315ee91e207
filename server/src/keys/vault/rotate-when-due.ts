// The periodic rotation of the master keys. A new key of the file is reported, because no earlier copy of it opens a vault from then on.
import { addMasterKey, ageOf, type RotationNeeds, retireKeys, rewrapKeys } from './rotate-keys.ts';

interface Needs extends RotationNeeds {
  /** Notifies the operator, once for each key. */
  reportNewKey: (file: string, name: string) => Promise<void>;
}

const rotateAfterMilliseconds = 90 * 24 * 60 * 60_000;

/** The keys of a service are made and destroyed there; what it rotated is wrapped again here. */
export async function rotateWhenDue(needs: Needs, signal?: AbortSignal): Promise<void> {
  const { wraps, read, path } = needs.keyFile;
  if (wraps && ageOf(read().current, needs) > rotateAfterMilliseconds) await addMasterKey(needs);
  // Before the earlier key is destroyed, and also where a command has rotated, or a rotation was killed.
  if (wraps && Object.keys(read().keys).length > 1) await needs.reportNewKey(path, read().current);
  await rewrapKeys(needs, signal);
  if (wraps) await retireKeys(needs);
}
