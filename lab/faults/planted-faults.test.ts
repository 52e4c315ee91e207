// The planted faults still match the sources that they change.
import { expect, test } from 'vitest';
import { plantedFaults } from '../support/planted-faults.ts';
import { withFault } from '../support/source-copy.ts';

test.each(plantedFaults.map((fault) => [fault.name, fault] as const))(
  'the code that the planted fault %s replaces still exists',
  (_, fault) => {
    expect(withFault(fault)).toContain(fault.replace);
  },
);
