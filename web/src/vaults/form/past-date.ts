// The message for a release date that has passed. The device's clock decides in the form, so the message tells what it says: a wrong clock
// would otherwise refuse a right date.
import { dateInThePast } from '@remembrance/contract/vaults.ts';
import { shortDateTime } from '../../lib/dates.ts';

export const dateIsPast = (now: Date): string =>
  `${dateInThePast}. By this device’s clock it is now ${shortDateTime(now.toISOString())}.`;
