// The idempotency key of the vault that is being written. It is saved with the draft, so that a vault whose answer was lost with its
// page is created once.
import { createRepeatKey } from '../../../lib/repeat-key.ts';

/** Held by the module, so that visiting the pricing page and returning does not lose it. */
export const creationKey = createRepeatKey();
