// The short form of `npm run faults -- webhooks`: after lost, duplicated and reordered events our rows match the sandbox.
import { openPaymentHarness } from '@remembrance/server/testing/payment-harness.ts';
import { expect, test } from 'vitest';
import { runWebhooks } from './run-webhooks.ts';

test('after events are lost, duplicated, late and reordered, and the receiving process is killed, our state matches the sandbox', {
  timeout: 180_000,
}, async () => {
  const harness = await openPaymentHarness();
  const report = await runWebhooks(harness, { permutations: 25, seed: Number(process.env.FAULT_SEED ?? 20_27) });
  await harness.close();
  expect(report.violations).toEqual([]);
  expect(report.deliveries).toBeGreaterThan(50);
  expect(report.kills).toBeGreaterThan(0);
});
