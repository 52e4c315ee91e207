// One kind of fault: what a fault run strikes with.
import type { Chance } from '../support/random.ts';
import type { Probe } from './probes.ts';
import type { World } from './world.ts';

export interface Fault {
  name: string;
  /** How often it comes, beside the others. */
  weight: number;
  /** It ends the server's own process, which otherwise must never end. */
  endsServer?: boolean;
  /** Resolves when its cause is gone. From then on the service has to come back by itself. */
  strike(world: World, chance: Chance, probe: Probe): Promise<void>;
}

/** How long a fault is left to work under the load. */
export const moment = (chance: Chance): number => 300 + chance.next() * 1200;
