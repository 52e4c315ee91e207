// All attacks by name.
import { access } from './access.ts';
import { batchRaces } from './batch-races.ts';
import { earlyReads } from './early-reads.ts';
import { guessing } from './guesses.ts';
import { hosts } from './hosts.ts';
import { races } from './races.ts';
import type { Attack } from './target.ts';

export const attacks: Record<string, Attack> = {
  access,
  races,
  'batch-races': batchRaces,
  guesses: guessing,
  'early-reads': earlyReads,
  hosts,
};
