// All attacks by name.
import { batchRaces } from './batch-races.ts';
import { earlyReads } from './early-reads.ts';
import { guessing } from './guesses.ts';
import type { Attack } from './target.ts';

export const attacks: Record<string, Attack> = {
  'batch-races': batchRaces,
  guesses: guessing,
  'early-reads': earlyReads,
};
