// Shows the summary of a vault for an executor's code, and notifies the owner that the code was used.

import { ownerHereDays } from '@remembrance/contract/limits.ts';
import { readTypedCode } from '@remembrance/contract/typed-code.ts';
import type { Digests } from '../../keys/secret/digest-store.ts';
import type { Keyring } from '../../keys/secret/keyring.ts';
import type { QueueLetterNeeds } from '../../letters/ledger/queue-letter.ts';
import { greetingName, ownerName } from '../../people/users/owner-name.ts';
import { writeToUser } from '../../people/users/write-to-user.ts';
import type { Database, Transaction } from '../../platform/database/transaction.ts';
import { daysLater } from '../../platform/lib/clock.ts';
import { onItsOwn, type Run } from '../../platform/lib/on-its-own.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { type Act, recordAct } from '../../records/acts/act-store.ts';
import { type CodeUse, claimUnreportedUses, countCodeUse, listUnreportedUses } from '../executors/code-use-store.ts';
import { findByAccessCode, lockByAccessCode } from '../executors/executor-store.ts';
import { findDelivery } from '../vault/delivery-store.ts';
import { findChoice } from './show-choice.ts';
import { showFollowUp } from './show-follow-up.ts';

export interface CodeHolderNeeds {
  database: Database;
  keyring: Keyring;
}

export const accessCodeDigests = ({ keyring }: Pick<CodeHolderNeeds, 'keyring'>, accessCode: string): Digests =>
  keyring.digests('access-code', readTypedCode(accessCode));

/** Finds the executor with this code. @throws {Refusal} access-code-refused, the same for every invalid code. */
export const findCodeHolder = (needs: CodeHolderNeeds, accessCode: string) =>
  findHolder(needs.database, accessCodeDigests(needs, accessCode));

const findHolder = async (database: Database, digests: Digests) =>
  (await findByAccessCode(database, digests)) ?? refuse('access-code-refused');

interface NotifyNeeds extends QueueLetterNeeds {
  publicUrl: string;
}

export interface VerifyNeeds extends NotifyNeeds {
  database: Database;
}

export async function verifyExecutor(needs: VerifyNeeds, accessCode: string) {
  const digests = accessCodeDigests(needs, accessCode);
  const holder = await findHolder(needs.database, digests);
  const isReleased = holder.vault.status === 'released';
  const delivery = isReleased ? await findDelivery(needs.database, holder.vault.id) : null;
  const followUp = delivery && (await showFollowUp(needs, holder));
  const summary = {
    ...summaryOf(holder, needs.clock.now()),
    ...(delivery && { delivery }),
    ...(followUp && { followUp }),
  };
  return needs.database.transaction(async (tx) => {
    const { executor, vault, owner } = (await lockByAccessCode(tx, digests)) ?? refuse('access-code-refused');
    const now = needs.clock.now();
    const use = await countCodeUse(tx, executor.id, now);
    if (use) await notifyUse(needs, tx, { executor, vault, owner, use, usedAt: now });
    await recordAct(needs, tx, actOf({ executor, vault }));
    return { ...summary, release: await findChoice(tx, { vault, executor }, now) };
  });
}

type Holder = Awaited<ReturnType<typeof findHolder>>;

/** Of the owner's life it says only one thing, so that a mistake is noticed before it cannot be undone. */
const summaryOf = ({ executor, vault, owner, ownerSeenAt }: Holder, now: Date) => ({
  vault,
  note: executor.note,
  ownerName: ownerName(owner),
  wasOwnerHere: ownerSeenAt !== null && ownerSeenAt > daysLater(now, -ownerHereDays),
});

const actOf = ({ executor, vault }: Pick<Holder, 'executor' | 'vault'>): Act => ({
  vaultId: vault.id,
  userId: vault.creatorId,
  actor: 'executor',
  actorId: executor.id,
  event: 'code-used',
});

interface Use {
  executor: { name: string; email: string };
  vault: { id: string; title: string; creatorId: string };
  owner: Holder['owner'];
  use: CodeUse;
  usedAt: Date;
}

/** The first use is reported immediately, those of the following hour in one letter. Every use is in the audit. */
async function notifyUse(needs: NotifyNeeds, tx: Transaction, { executor, vault, owner, use, usedAt }: Use) {
  const facts = {
    firstName: greetingName(owner),
    vaultTitle: vault.title,
    executorName: executor.name || executor.email,
    at: usedAt.toISOString(),
    times: use.times,
    link: `${needs.publicUrl}/vault/${vault.id}`,
  };
  await writeToUser(needs, tx, { id: vault.creatorId, ...owner }, { kind: 'executor-used', facts, vaultId: vault.id });
}

/** Reports to the owners the uses that no letter has reported yet, once the hour is over. */
export async function notifyCodeUses(needs: NotifyNeeds & { database: Database }, run: Run = {}): Promise<void> {
  const now = needs.clock.now();
  for (const { executor, vault, owner, usedAt } of await listUnreportedUses(needs.database, now)) {
    if (run.signal?.aborted) return;
    const notify = async (tx: Transaction) => {
      const use = await claimUnreportedUses(tx, executor.id, now);
      if (use) await notifyUse(needs, tx, { executor, vault, owner, use, usedAt: usedAt ?? now });
    };
    await onItsOwn(run, vault.id, () => needs.database.transaction(notify));
  }
}
