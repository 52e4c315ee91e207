// The faults that are planted on purpose, to see that a run finds them, still fit the sources.
import { expect, test } from 'vitest';
import { plantedFaults } from '../support/planted-faults.ts';
import { withFault } from '../support/source-copy.ts';

test.each(plantedFaults.map((fault) => [fault.name, fault] as const))(
  'the planted fault %s still has its place in the sources',
  (_, fault) => {
    expect(withFault(fault)).toContain(fault.replace);
  },
);
