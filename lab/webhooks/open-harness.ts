// The payment harness of the server's tests on a database of its own, which is removed when the process ends.
import { sandboxMigrations } from '@remembrance/sandbox/migrations.ts';
import { openDatabase } from '@remembrance/server/platform/database/open-database.ts';
import { openPaymentHarness, type PaymentHarness } from '@remembrance/server/testing/payment-harness.ts';
import { makeRunFolder } from '../support/run-folder.ts';

export async function openHarness(log: (message: string) => void): Promise<PaymentHarness> {
  // The receiving process and the database end when their connection to this process closes.
  const { path: dataDirectory } = makeRunFolder('webhooks');
  const opened = await openDatabase({
    dataDirectory,
    programs: 'embedded',
    migrate: true,
    otherMigrations: [sandboxMigrations],
    log,
  });
  return openPaymentHarness(opened);
}
