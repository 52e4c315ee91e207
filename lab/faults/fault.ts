// One kind of fault that a fault run injects.
import type { Random } from '../support/random.ts';
import type { Probe } from './probes.ts';
import type { Testbed } from './testbed.ts';

export interface Fault {
  name: string;
  /** Its relative frequency. */
  weight: number;
  /** It ends the server's own process, which otherwise must never end. */
  endsServer?: boolean;
  /** Resolves when the cause is removed. From then on the service must recover by itself. */
  inject(testbed: Testbed, random: Random, probe: Probe): Promise<void>;
}

/** How long a fault stays active under load. */
export const moment = (random: Random): number => 300 + random.next() * 1200;
