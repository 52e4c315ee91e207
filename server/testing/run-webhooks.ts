// `npm run faults -- webhooks`: the long webhook fault run, on a database of its own. Arguments: permutations and seed.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sandboxMigrations } from '@remembrance/sandbox/migrations.ts';
import { openDatabase } from '../src/database/open-database.ts';
import { installQueue } from '../src/jobs/install-queue.ts';
import { openPaymentHarness } from './payment-harness.ts';
import { runWebhooks } from './webhook-faults.ts';

const [permutations = 1000, seed = 1] = process.argv.slice(2).map(Number);
const dataDirectory = mkdtempSync(path.join(os.tmpdir(), 'remembrance-webhooks-'));
const log = (message: string) => console.error(message);
// When interrupted it leaves nothing behind: the receiving process and the database end when their connection to it closes.
process.once('exit', () => rmSync(dataDirectory, { recursive: true, force: true, maxRetries: 10 }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const opened = await openDatabase({ dataDirectory, migrate: true, otherMigrations: [sandboxMigrations], log });
await installQueue(opened.ownerConnection ?? opened.connection, String(opened.connection.user));
const harness = await openPaymentHarness(opened);
const began = performance.now();
const report = await runWebhooks(harness, { permutations, seed, settings: harness.settings, log });
await harness.close();
console.log(`
  permutations  ${report.permutations}
  steps         ${report.steps}
  deliveries    ${report.deliveries}
  kills         ${report.kills}
  violations    ${report.violations.length}
  time          ${Math.round((performance.now() - began) / 1000)} s
`);
process.exit(report.violations.length === 0 ? 0 : 1);
