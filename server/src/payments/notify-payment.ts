// Writes the letter about a payment or a started trial: a vault was activated, or a plan runs again.
import type { Transaction } from '../database/transaction.ts';
import type { Purchase } from '../gateway/payment-gateway.ts';
import { queueLetter } from '../letters/queue-letter.ts';
import type { LetterContent } from '../letters/templates/letter-content.ts';
import type { PlanRow } from '../plans/plan-store.ts';
import { ownerName } from '../users/owner-name.ts';
import type { UserRow } from '../users/user-store.ts';
import type { PaymentNeeds } from './payment-needs.ts';

interface Paid {
  purchase: Purchase;
  plan: PlanRow;
  owner: UserRow;
}

/** For the vault that was activated. */
export async function notifyActivation(
  needs: PaymentNeeds,
  tx: Transaction,
  { vault, ...paid }: Paid & { vault: { id: string; title: string } },
): Promise<void> {
  const content = contentOf(needs, paid, vault.title);
  await write(needs, tx, paid, { content, vaultId: vault.id, onceKey: `payment/${paid.purchase.id}` });
}

/** For a plan that was renewed, or resumed with a charged month. */
export async function notifyRenewal(needs: PaymentNeeds, tx: Transaction, paid: Paid): Promise<void> {
  const { id, periodStart } = paid.purchase;
  const onceKey = `restart/${id}/${periodStart?.toISOString() ?? ''}`;
  await write(needs, tx, paid, { content: contentOf(needs, paid, null), onceKey });
}

function contentOf({ clock }: PaymentNeeds, { purchase, plan, owner }: Paid, vaultTitle: string | null): LetterContent {
  const now = clock.now();
  const facts = { ownerName: ownerName(owner), planName: plan.displayName, price: plan.price };
  if (purchase.state === 'trialing' && vaultTitle !== null) {
    const endsAt = (purchase.periodEnd ?? now).toISOString();
    return { kind: 'trial-started', facts: { ...facts, vaultTitle, endsAt } };
  }
  return { kind: 'payment-receipt', facts: { ...facts, vaultTitle, at: now.toISOString() } };
}

interface Letter {
  content: LetterContent;
  vaultId?: string;
  onceKey: string;
}

const write = (needs: PaymentNeeds, tx: Transaction, { owner }: Paid, letter: Letter) =>
  queueLetter(needs, tx, { to: { name: ownerName(owner), email: owner.email }, userId: owner.id, ...letter });
