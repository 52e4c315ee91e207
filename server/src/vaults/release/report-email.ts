// Reports an email by the link in it. Letters of its owner to people who have not confirmed then wait until the operator has looked. Each
// address counts once for an owner, so that nobody can keep stopping what others wait for.
import { reportedWaitDays } from '@remembrance/contract/limits.ts';
import { type NotifyOperatorNeeds, notifyOperator } from '../../letters/ledger/notify-operator.ts';
import { readReportToken } from '../../letters/ledger/report-link.ts';
import { findLetter, listReporters, markReported } from '../../letters/ledger/report-store.ts';
import { lockUser, setReported, type UserRow } from '../../people/users/user-store.ts';
import type { Database, Transaction } from '../../platform/database/transaction.ts';
import { daysLater } from '../../platform/lib/clock.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { reportWaitUntil } from './find-letter-wait.ts';

export interface ReportNeeds extends NotifyOperatorNeeds {
  database: Database;
}

/** @throws {Refusal} report-link-unknown */
export async function reportEmail(needs: ReportNeeds, token: string): Promise<void> {
  const letterId = readReportToken(needs.keyring, token) ?? refuse('report-link-unknown');
  await needs.database.transaction(async (tx) => {
    const letter = (await findLetter(tx, letterId)) ?? refuse('report-link-unknown');
    const owner = (await lockUser(tx, letter.ownerId)) ?? refuse('report-link-unknown');
    const reporters = await listReporters(tx, owner.id);
    if (reporters.includes(letter.recipient.toLowerCase())) return;
    const now = needs.clock.now();
    await markReported(tx, letter.id, now);
    await setReported(tx, owner.id, now);
    // Without the vault, so that its owner does not read in its activity who reported it.
    const detail = { kind: letter.kind };
    await recordAct(needs, tx, { userId: owner.id, actor: 'service', event: 'email-reported', detail });
    const isKnown = owner.reportedAt !== null && reportWaitUntil(owner.reportedAt, now) !== null;
    if (!isKnown) await notifyOfReport(needs, tx, { owner, reports: reporters.length + 1 });
  });
}

function notifyOfReport(
  needs: ReportNeeds,
  tx: Transaction,
  { owner, reports }: { owner: UserRow; reports: number },
): Promise<void> {
  const now = needs.clock.now();
  return notifyOperator(needs, tx, {
    what: 'Somebody reported an email of an owner',
    facts: [
      `The account ${owner.id} has ${reports === 1 ? 'one report' : `${reports} reports, from as many addresses`} so far. “npm run admin -- find ${owner.id}” shows its vaults, its reports and what waits.`,
      `Emails to its executors and recipients who have not confirmed now wait, also for vaults that were released. They leave when you run “npm run admin -- clear-reports ${owner.id} --reason "<why>"”, and otherwise on ${daysLater(now, reportedWaitDays).toISOString().slice(0, 10)}.`,
      'If it is abuse, suspend the account and remove its vaults in the meantime.',
    ],
    onceKey: `email-reported/${owner.id}/${now.toISOString()}`,
  });
}
