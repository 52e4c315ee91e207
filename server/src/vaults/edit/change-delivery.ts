// Changes what happens if the email of a release is not opened: a second address, reminders and the question to the executors. It counts no
// edit. Both directions need a proof and are reported: a second address opens what is left, and an executor who is asked may correct the first.

import type { BodyOf } from '@remembrance/contract/endpoint.ts';
import type { changeDelivery as changeDeliveryCall } from '@remembrance/contract/follow-up.ts';
import { refusals } from '@remembrance/contract/refusals.ts';
import { type ReportChangeNeeds, reportChange } from '../../people/owner-changes/report-change.ts';
import type { Database } from '../../platform/database/transaction.ts';
import { isId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { isSameEmail } from '../recipients/answer-rules.ts';
import { setDelivery } from '../vault/edit-store.ts';
import { lockVaultOf, type VaultRow } from '../vault/vault-store.ts';

export interface ChangeDeliveryNeeds extends ReportChangeNeeds {
  database: Database;
}

interface Input {
  ownerId: string;
  vaultId: string;
  body: BodyOf<typeof changeDeliveryCall>;
}

type Delivery = Pick<VaultRow, 'recipientSecondEmail' | 'followUp'>;

/** @throws {Refusal} vault-not-found, vault-released, second-address-same */
export function changeDelivery(needs: ChangeDeliveryNeeds, { ownerId, vaultId, body }: Input): Promise<Delivery> {
  if (!isId(vaultId)) refuse('vault-not-found');
  return needs.database.transaction(async (tx) => {
    const vault = await lockVaultOf(tx, ownerId, vaultId);
    if (!vault || vault.status === 'deleting') refuse('vault-not-found');
    if (vault.status === 'released') refuse('vault-released');
    const before: Delivery = { recipientSecondEmail: vault.recipientSecondEmail, followUp: vault.followUp };
    const after = deliveryAfter(before, body);
    if (after.recipientSecondEmail && isSameEmail(after.recipientSecondEmail, vault.recipientEmail))
      refuse('second-address-same', {
        fields: { recipientSecondEmail: refusals['second-address-same'].detail },
      });
    if (after.recipientSecondEmail === before.recipientSecondEmail && after.followUp === before.followUp) return before;
    if (!(await setDelivery(tx, vaultId, after, needs.clock.now()))) refuse('vault-released');
    await recordAct(needs, tx, { vaultId, userId: ownerId, actor: 'owner', event: 'delivery-changed' });
    // A draft has no release to lose.
    if (vault.paymentStatus !== 'unpaid')
      await reportChange(needs, tx, {
        userId: ownerId,
        kind: 'delivery',
        vault: { id: vault.id, title: vault.title },
        earlier: before,
        state: after,
        before: before.recipientSecondEmail ?? undefined,
        after: after.recipientSecondEmail ?? undefined,
      });
    return after;
  });
}

const deliveryAfter = (before: Delivery, { recipientSecondEmail: email, followUp }: Input['body']): Delivery => ({
  recipientSecondEmail: email === undefined ? before.recipientSecondEmail : email || null,
  followUp: followUp ?? before.followUp,
});
