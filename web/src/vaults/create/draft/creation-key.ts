// The idempotency key of the vault being written. It is saved with the draft, so that a vault is created once even if the page closed
// before the response.
import { createRepeatKey } from '../../../lib/repeat-key.ts';

/** The module holds it, so that visiting the pricing page and returning does not lose it. */
export const creationKey = createRepeatKey();
