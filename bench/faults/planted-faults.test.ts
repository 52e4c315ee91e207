// The faults that are planted on purpose, to see that a run finds them, still fit the sources.
import { expect, test } from 'vitest';
import { withFault } from '../support/planted.ts';
import { plantedFaults } from '../support/planted-faults.ts';

test.each(plantedFaults.map((fault) => [fault.name, fault] as const))(
  'the planted fault %s still has its place in the sources',
  (_, fault) => {
    expect(withFault(fault)).toContain(fault.replace);
  },
);
