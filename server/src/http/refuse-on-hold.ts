// Refuses calls during a hold, except those that work on hold.
import type { Endpoint } from '@remembrance/contract/endpoint.ts';
import { refuse } from '../platform/lib/refusal.ts';

export interface HoldNeeds {
  /**
   * Whether the database was restored, or went back, and no operator has released it yet.
   * @param compares whether the database is compared with the journal first
   */
  isOnHold: (compares: boolean) => Promise<boolean>;
}

/**
 * A call with a code or a link as its only credential compares first: an older database would accept those that were withdrawn.
 * @throws {Refusal}
 */
export async function refuseOnHold({ isOnHold }: HoldNeeds, { worksOnHold, access }: Endpoint): Promise<void> {
  if (!worksOnHold && (await isOnHold(access === 'anyone'))) refuse('on-hold');
}
