// The payment harness of the server's tests on a database of its own, which is removed when the process ends.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sandboxMigrations } from '@remembrance/sandbox/migrations.ts';
import { openDatabase } from '@remembrance/server/database/open-database.ts';
import { installQueue } from '@remembrance/server/jobs/install-queue.ts';
import { openPaymentHarness, type PaymentHarness } from '@remembrance/server/testing/payment-harness.ts';

export async function openHarness(log: (message: string) => void): Promise<PaymentHarness> {
  const dataDirectory = mkdtempSync(path.join(os.tmpdir(), 'remembrance-webhooks-'));
  // The receiving process and the database end when their connection to this process closes.
  process.once('exit', () => rmSync(dataDirectory, { recursive: true, force: true, maxRetries: 10 }));
  const opened = await openDatabase({ dataDirectory, migrate: true, otherMigrations: [sandboxMigrations], log });
  await installQueue(opened.ownerConnection ?? opened.connection, String(opened.connection.user));
  return openPaymentHarness(opened);
}
