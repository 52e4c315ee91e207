// The short form of `npm run faults -- webhooks`: after lost, duplicated and reordered events our rows match the sandbox.
import { expect, test } from 'vitest';
import { openPaymentHarness } from '../testing/payment-harness.ts';
import { runWebhooks } from '../testing/webhook-faults.ts';

test('FAULT-2: after events are lost, duplicated, late and reordered, and the receiving process is killed, our state matches the sandbox', {
  timeout: 180_000,
}, async () => {
  const harness = await openPaymentHarness();
  const { settings } = harness;
  const report = await runWebhooks(harness, {
    permutations: 25,
    seed: Number(process.env.FAULT_SEED ?? 20_27),
    settings,
  });
  await harness.close();
  expect(report.violations).toEqual([]);
  expect(report.deliveries).toBeGreaterThan(50);
  expect(report.kills).toBeGreaterThan(0);
});
