// The process of faults/webhook-run.ts, with its own database. It sends each line of its progress, and finally the report.
import { sandboxMigrations } from '@remembrance/sandbox/migrations.ts';
import { openDatabase } from '@remembrance/server/platform/database/open-database.ts';
import { openPaymentHarness } from '@remembrance/server/testing/payment-harness.ts';
import { makeRunFolder } from '../support/run-folder.ts';
import { runWebhooks } from './run-webhooks.ts';

process.once('disconnect', () => process.exit(1));
const [permutations = 0, seed = 0, first = 0, every = 1] = process.argv.slice(2).map(Number);
const log = (line: string) => void process.send?.(line);
// The receiving process and the database end when their connection to this process closes.
const { path: dataDirectory } = makeRunFolder('webhooks');
const opened = await openDatabase({
  dataDirectory,
  programs: 'embedded',
  migrate: true,
  otherMigrations: [sandboxMigrations],
  log,
});
const harness = await openPaymentHarness(opened);
const report = await runWebhooks(harness, { permutations, seed, share: { first, every }, log });
await harness.close();
process.send?.(report, () => process.exit(0));
