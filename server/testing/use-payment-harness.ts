// For tests: the payment harness, opened before each test or once for a file, and closed afterwards. An unexpected reported
// fault fails the test.
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { openPaymentHarness, type PaymentHarness } from './payment-harness.ts';

export function usePaymentHarness(scope: 'each test' | 'file' = 'each test'): PaymentHarness {
  const harness = {} as PaymentHarness; // filled before the first test reads it
  const [before, after] = scope === 'file' ? [beforeAll, afterAll] : [beforeEach, afterEach];
  before(async () => {
    Object.assign(harness, await openPaymentHarness());
  });
  after(async () => {
    await harness.close();
    expect(harness.faults).toEqual([]);
  });
  return harness;
}

export const refused = (code: string) => expect.objectContaining({ name: 'Refusal', code });
