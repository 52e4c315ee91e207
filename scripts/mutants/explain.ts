// Compares the mutants that survived with their explanations. Line numbers don't matter, so an explanation survives edits elsewhere.
import type { Mutant } from './report.ts';

/** Why no test can or need detect a change. */
export interface Explanation {
  file: string;
  before: string;
  after: string;
  reason: string;
}

interface Compared<Alive> {
  unexplained: Alive[];
  /** Explanations for these files that apply to no survivor. */
  stale: Explanation[];
}

export function explain<Alive extends Omit<Mutant, 'isAlive'>>(
  alive: Alive[],
  explanations: Explanation[],
  files: string[],
): Compared<Alive> {
  const keyOf = ({ file, before, after }: Pick<Mutant, 'file' | 'before' | 'after'>) => `${file}\n${before}\n${after}`;
  const survived = new Set(alive.map(keyOf));
  const explained = new Set(explanations.map(keyOf));
  return {
    unexplained: alive.filter((mutant) => !explained.has(keyOf(mutant))),
    stale: explanations.filter((one) => files.includes(one.file) && !survived.has(keyOf(one))),
  };
}
