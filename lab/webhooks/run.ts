// The process of faults/webhook-run.ts: says each line of its progress, and at the end the report.
import { openHarness } from './open-harness.ts';
import { runWebhooks } from './run-webhooks.ts';

process.once('disconnect', () => process.exit(1));
const [permutations = 0, seed = 0, first = 0, every = 1] = process.argv.slice(2).map(Number);
const log = (line: string) => void process.send?.(line);
const harness = await openHarness(log);
const report = await runWebhooks(harness, { permutations, seed, share: { first, every }, log });
await harness.close();
process.send?.(report, () => process.exit(0));
