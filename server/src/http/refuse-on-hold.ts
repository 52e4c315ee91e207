// Refuses calls during a hold, except those that work on hold.
import { type Endpoint, isPersonal } from '@remembrance/contract/endpoint.ts';
import { refuse } from '../platform/lib/refusal.ts';

export interface HoldNeeds {
  /**
   * Whether the database was restored, or went back, and no operator has released it yet.
   * @param compares whether the database is compared with the journal first
   */
  isOnHold: (compares: boolean) => Promise<boolean>;
  /** Whether the database went back under this process. It has not followed the journal, so sessions and links that were ended work in it. */
  isExchanged: () => boolean;
}

/**
 * A call with a code or a link as its only credential compares first: an older database would accept those that were withdrawn.
 * @throws {Refusal}
 */
export async function refuseOnHold({ isOnHold, isExchanged }: HoldNeeds, endpoint: Endpoint): Promise<void> {
  const { worksOnHold, access } = endpoint;
  if (!worksOnHold && (await isOnHold(access === 'anyone'))) refuse('on-hold');
  if (isExchanged() && isPersonal(endpoint)) refuse('on-hold');
}
