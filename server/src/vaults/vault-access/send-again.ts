// Mails lost codes and links again, only to the addresses that a vault names. Nothing new is stored for it: the code is derived again
// when its letter is sent. Whether an address is named anywhere shows only in its mailbox.
import { codePath } from '@remembrance/contract/executor-card.ts';
import { lostCodes, sendAgainPerDay } from '@remembrance/contract/limits.ts';
import type { RateLimiter } from '../../http/rate-limiter.ts';
import { listQueuedSince } from '../../letters/ledger/letter-store.ts';
import { queueLetter } from '../../letters/ledger/queue-letter.ts';
import { toEachMailbox } from '../../letters/ledger/to-each-mailbox.ts';
import { greetingName, ownerName } from '../../people/users/owner-name.ts';
import { writeToUser } from '../../people/users/write-to-user.ts';
import type { Database, Transaction } from '../../platform/database/transaction.ts';
import { daysLater, minutesLater } from '../../platform/lib/clock.ts';
import { Refusal } from '../../platform/lib/refusal.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import type { IssueNeeds } from '../recipients/new-link.ts';
import { listCodesOf, listReleasedTo, lockCodeOf } from './address-store.ts';
import { mailFreshLink } from './mail-fresh-link.ts';

export interface SendAgainNeeds extends IssueNeeds {
  database: Database;
  rateLimiter: RateLimiter;
}

/** Mails what is for this address, if anything. Each vault has its own transaction, so that no request holds several vaults. */
export async function sendAgain(needs: SendAgainNeeds, email: string): Promise<void> {
  const { database } = needs;
  const named = { email, max: sendAgainPerDay.vaults };
  const [codes, vaults] = await Promise.all([listCodesOf(database, named), listReleasedTo(database, named)]);
  if (!(await isAllowed(needs, email))) return;
  for (const executorId of codes) await database.transaction((tx) => mailCodeAgain(needs, tx, { executorId, email }));
  for (const vaultId of vaults) await mailFreshLink(needs, vaultId);
}

/** Above the limit nothing is sent and the reply does not reveal it: the last emails still work. */
async function isAllowed({ rateLimiter }: SendAgainNeeds, email: string): Promise<boolean> {
  const aDay = { tries: sendAgainPerDay.requests, seconds: 86_400, durable: true };
  try {
    await rateLimiter.take('send again to', email.toLowerCase(), aDay);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** The limits are counted under the lock of the vault, by the letters to the first address: each goes to both. They are the executor's own, so that no stranger uses up the owner's letters. */
async function mailCodeAgain(
  needs: SendAgainNeeds,
  tx: Transaction,
  of: { executorId: string; email: string },
): Promise<void> {
  const found = await lockCodeOf(tx, of);
  if (!found) return;
  const { executor, vault, owner } = found;
  const now = needs.clock.now();
  const { id: vaultId, title: vaultTitle, recipientName } = vault;
  const same = { vaultId, kind: 'executor-code-again' as const, recipient: executor.email };
  const times = await listQueuedSince(tx, same, { since: daysLater(now, -1), now });
  const isRecent = (at: Date) => at > minutesLater(now, -lostCodes.minutes);
  if (times.length >= lostCodes.perDay || times.some(isRecent)) return;
  const { codeNumber: number } = executor;
  const facts = {
    executorName: executor.name,
    ownerName: ownerName(owner),
    vaultTitle,
    recipientName,
    code: { before: '', secret: { form: 'executor-code' as const, executorId: executor.id, number } },
    link: `${needs.publicUrl}${codePath}`,
    card: { vaultId, number, at: (executor.codeSentAt ?? now).toISOString() },
  };
  await queueLetter(needs, tx, ...toEachMailbox(executor, { vaultId, content: { kind: same.kind, facts } }));
  await notifyOwner(needs, tx, found);
  await recordAct(needs, tx, {
    vaultId,
    userId: vault.creatorId,
    actor: 'service',
    event: 'code-sent-again',
    detail: { executorId: executor.id },
  });
}

type Found = NonNullable<Awaited<ReturnType<typeof lockCodeOf>>>;

function notifyOwner(needs: SendAgainNeeds, tx: Transaction, { executor, vault, owner }: Found): Promise<void> {
  const facts = {
    firstName: greetingName(owner),
    vaultTitle: vault.title,
    executorName: executor.name || executor.email,
    at: needs.clock.now().toISOString(),
    link: `${needs.publicUrl}/vault/${vault.id}`,
  };
  const user = { ...owner, id: vault.creatorId };
  return writeToUser(needs, tx, user, { kind: 'executor-code-resent', facts, vaultId: vault.id });
}
