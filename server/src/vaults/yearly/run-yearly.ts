// Once a year, if the owner chose it, emails the owner about every vault, and each executor who heard nothing of their code for a year. An
// hourly run sends a few, so that many do not leave at once. After a downtime the next runs send what is overdue.
import { queueLetter } from '../../letters/ledger/queue-letter.ts';
import { toEachMailbox } from '../../letters/ledger/to-each-mailbox.ts';
import type { ReportChangeNeeds } from '../../people/owner-changes/report-change.ts';
import { insertAccountLink } from '../../people/sessions/account-links.ts';
import { greetingName, ownerName } from '../../people/users/owner-name.ts';
import { lockUser } from '../../people/users/user-store.ts';
import { writeToUser } from '../../people/users/write-to-user.ts';
import { claimYearlyOwner, listYearlyOwners } from '../../people/users/yearly-store.ts';
import type { Database, Transaction } from '../../platform/database/transaction.ts';
import { onItsOwn, type Run } from '../../platform/lib/on-its-own.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import type { ClockWatch } from '../../records/clock/watch-clock.ts';
import { claimYearly, listYearlyDue } from '../executors/yearly-store.ts';
import { reviewVaults } from './review-vaults.ts';

interface Needs extends ReportChangeNeeds {
  database: Database;
  clockWatch: Pick<ClockWatch, 'trustedNow'>;
}

/** The most emails of each kind in an hourly run. */
const perRun = 50;

export async function runYearly(needs: Needs, run: Run = {}): Promise<void> {
  const now = await needs.clockWatch.trustedNow();
  if (!now) return;
  for (const { id } of await listYearlyOwners(needs.database, now, perRun)) {
    if (run.signal?.aborted) return;
    await onItsOwn(run, id, () => needs.database.transaction((tx) => writeReview(needs, tx, id, now)));
  }
  for (const due of await listYearlyDue(needs.database, now, perRun)) {
    if (run.signal?.aborted) return;
    await onItsOwn(run, due.ownerId, () => needs.database.transaction((tx) => askExecutor(needs, tx, due, now)));
  }
}

async function writeReview(needs: Needs, tx: Transaction, userId: string, now: Date): Promise<void> {
  await lockUser(tx, userId);
  const user = await claimYearlyOwner(tx, userId, now);
  if (!user || user.refusedLetters.includes('yearly-review')) return;
  const { vaults, left } = await reviewVaults(tx, user.id, needs.publicUrl);
  if (vaults.length === 0) return;
  await writeToUser(needs, tx, user, {
    kind: 'yearly-review',
    onceKey: `yearly-review/${user.id}/${dayOf(now)}`,
    facts: { firstName: greetingName(user), vaults, left, page: `${needs.publicUrl}/check-in` },
  });
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

async function askExecutor(needs: Needs, tx: Transaction, due: { id: string; ownerId: string }, now: Date) {
  const owner = await lockUser(tx, due.ownerId);
  const executor = owner && (await claimYearly(tx, due.id, now));
  if (!executor) return;
  const secret = await insertAccountLink(needs, tx, 'executor-yearly', executor.id);
  const facts = {
    executorName: executor.name,
    ownerName: ownerName(owner),
    vaultTitle: executor.title,
    codeSentAt: executor.codeSentAt?.toISOString() ?? null,
    link: { before: `${needs.publicUrl}/still-have-it#`, secret },
  };
  const letters = toEachMailbox(executor, {
    vaultId: executor.vaultId,
    onceKey: `executor-yearly/${executor.id}/${dayOf(now)}`,
    content: { kind: 'executor-yearly', facts },
  });
  await queueLetter(needs, tx, ...letters);
  const act = {
    vaultId: executor.vaultId,
    userId: owner.id,
    actor: 'service',
    event: 'executor-asked-yearly',
  } as const;
  await recordAct(needs, tx, { ...act, detail: { executorId: executor.id } });
}
