// One kind of fault that a fault run injects.
import type { Chance } from '../support/random.ts';
import type { Probe } from './probes.ts';
import type { World } from './world.ts';

export interface Fault {
  name: string;
  /** Its relative frequency. */
  weight: number;
  /** It ends the server's own process, which otherwise must never end. */
  endsServer?: boolean;
  /** Resolves when the cause is removed. From then on the service must recover by itself. */
  strike(world: World, chance: Chance, probe: Probe): Promise<void>;
}

/** How long a fault stays active under load. */
export const moment = (chance: Chance): number => 300 + chance.next() * 1200;
