// Purges accounts whose thirty days are over: their rows, objects and letters. Deleting the account's row also removes the only
// place that links its acts to a person. Safe to run again after a failure.
import type { ObjectStorage } from '../files/storage/object-storage.ts';
import { unregisterObjectsOfOwner } from '../files/stored/file-store.ts';
import { listLetterIdsOf } from '../letters/ledger/letter-report-store.ts';
import type { Mailer } from '../letters/mailers/mailer.ts';
import type { PaymentGateway } from '../payments/gateway/payment-gateway.ts';
import { deleteLinksOf } from '../people/sessions/account-link-store.ts';
import { isDeletedForGood, purgedIfDeletedBefore } from '../people/users/deletion-rules.ts';
import { listDeletedBefore, lockUser, purgeUser } from '../people/users/user-store.ts';
import { listCustomerIds } from '../plans/customer-store.ts';
import type { Database, Transaction } from '../platform/database/transaction.ts';
import type { Clock } from '../platform/lib/clock.ts';
import { recordAct } from '../records/acts/act-store.ts';
import { listVaultIdsOf } from '../vaults/vault/vault-store.ts';

export interface PurgeNeeds {
  database: Database;
  clock: Clock;
  storage: ObjectStorage;
  mailer: Mailer;
  paymentGateway: PaymentGateway;
  reportFailure: (what: string, error: unknown) => void;
}

const atOnce = 100;

export async function purgeAccounts(needs: PurgeNeeds, signal?: AbortSignal): Promise<void> {
  const { database, clock } = needs;
  for (const userId of await listDeletedBefore(database, purgedIfDeletedBefore(clock.now()), atOnce)) {
    if (signal?.aborted) return;
    try {
      await purgeAccount(needs, userId);
    } catch (error) {
      needs.reportFailure('an account could not be purged yet', error);
    }
  }
}

async function purgeAccount(needs: PurgeNeeds, userId: string): Promise<void> {
  // External systems come first, because they can be repeated: once the row is gone, the customers at Stripe are unknown.
  for (const id of await listCustomerIds(needs.database, userId)) await needs.paymentGateway.deleteCustomer(id);
  const left = await needs.database.transaction((tx) => purgeRows(needs, tx, userId));
  if (!left) return;
  // If this fails, the object no longer has a row, and the sweep removes it.
  await Promise.allSettled(left.objects.map((path) => needs.storage.remove(path)));
  await needs.mailer.forget(left.letterIds);
}

async function purgeRows(needs: PurgeNeeds, tx: Transaction, userId: string) {
  const user = await lockUser(tx, userId);
  if (!user || !isDeletedForGood(user, needs.clock.now())) return null;
  const vaultIds = await listVaultIdsOf(tx, userId);
  const letterIds = await listLetterIdsOf(tx, userId, vaultIds);
  const objects = await unregisterObjectsOfOwner(tx, userId);
  await deleteLinksOf(tx, userId);
  await purgeUser(tx, userId);
  await recordAct(needs, tx, {
    actor: 'service',
    event: 'account-purged',
    detail: { vaults: vaultIds.length },
  });
  return { objects, letterIds };
}
