// How long a proof is valid: to the second, and never longer than the page shows.
import { proofMinutes } from '@remembrance/contract/limits.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { provenSeconds, requireProof } from './require-proof.ts';

const provenAt = new Date('2027-03-04T09:30:00Z');
const after = (milliseconds: number) => new Date(provenAt.getTime() + milliseconds);
const minute = 60_000;

test.each([
  [0, 600],
  [999, 599],
  [1000, 599],
  [proofMinutes * minute - 1000, 1],
  [proofMinutes * minute - 1, 0],
  [proofMinutes * minute, 0],
  [proofMinutes * minute + 1000, 0],
])('%d milliseconds after a proof it is valid for another %d seconds', (milliseconds, seconds) => {
  expect(provenSeconds({ provenAt }, after(milliseconds))).toBe(seconds);
});

test('a change is refused exactly when the page shows no second left, and the seconds only decrease', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20 * minute }), fc.nat(5000), (milliseconds, more) => {
      const now = after(milliseconds);
      const left = provenSeconds({ provenAt }, now);
      const refused = expect(() => requireProof({ provenAt }, now));
      if (left === 0) refused.toThrow(expect.objectContaining({ code: 'proof-needed' }));
      else refused.not.toThrow();
      expect(provenSeconds({ provenAt }, after(milliseconds + more))).toBeLessThanOrEqual(left);
    }),
  );
});
