// The idempotency key of the vault that is being written. It is saved with the draft, so that a vault whose answer was lost with its
// page, or that two tabs keep, is created once.
import { createRepeatKey } from '../../lib/repeat-key.ts';

/** Held by the module, so that visiting the pricing page and returning does not lose it. */
export const creationKey = createRepeatKey();

/** Tabs of one browser keep one vault at a time; the second then finds the first one's. */
export const oneTabAtATime = <Result>(act: () => Promise<Result>): Promise<Result> =>
  // Absent without https and in old browsers.
  (navigator.locks as LockManager | undefined)?.request('vault-creation', act) ?? act();
