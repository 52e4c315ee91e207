// The list of periodic jobs. Each may run in several processes concurrently; the jobs themselves ensure that what must happen once does.
import { purgeAccounts } from './account/purge-accounts.ts';
import { verifyOldFiles } from './files/stored/file-verification.ts';
import { sweepObjects } from './files/upload/sweep-objects.ts';
import { describeFault } from './http/problem-reply.ts';
import { forgetEndedWindows } from './http/rate-limit-store.ts';
import { rotateWhenDue } from './keys/vault/rotate-keys.ts';
import { sendDueLetters } from './letters/sending/send-due-letters.ts';
import type { WatchedJob } from './operations/health/job-watch.ts';
import { makeCheckpoint } from './operations/transparency/make-checkpoint.ts';
import { endPurchases } from './payments/settlement/end-purchases.ts';
import { reconcilePayments } from './payments/webhooks/reconcile-payments.ts';
import { forgetChanges } from './people/owner-changes/owner-change-store.ts';
import { forgetExpiredSessions } from './people/sessions/session-store.ts';
import { runResets } from './people/two-factor/reset-two-factor.ts';
import type { Run } from './platform/lib/on-its-own.ts';
import { removeUnfinishedFiles } from './platform/lib/remove-unfinished-files.ts';
import { forgetOldJournal } from './records/journal/journal-writer.ts';
import type { Services } from './services.ts';
import { runCheckIns } from './vaults/check-in/run-check-ins.ts';
import { endDrafts } from './vaults/delete/end-drafts.ts';
import { purgeVaults } from './vaults/delete/purge-vaults.ts';
import { followUpReleases } from './vaults/release/follow-up.ts';
import { releaseDueVaults } from './vaults/release/release-due-vaults.ts';
import { remindOwners } from './vaults/release/remind-owners.ts';
import { notifyCodeUses } from './vaults/release/verify-executor.ts';
import { forgetEndedCodes } from './vaults/vault-access/code-store.ts';
import { remindRecipients } from './vaults/vault-access/remind-recipients.ts';
import { verifyOldVaults } from './vaults/vault-verification.ts';
import { runYearly } from './vaults/yearly/run-yearly.ts';

export interface PeriodicJob extends WatchedJob {
  everySeconds: number;
  /** Also runs at the start, because work may have fallen due during a downtime. */
  atStart?: boolean;
  /** Acts irreversibly on dates, or stores one that delays its next work, so it waits while the clock is not trusted. */
  byDate?: true;
  /** Releases, mails and deletes nothing, so it also runs after a restore that no operator has released yet. */
  onHold?: true;
  /** A job with a list ends before its next item when the signal is aborted. It reports an item that fails, and the run has failed. */
  run: (signal: AbortSignal, reportFailure: Services['reportFailure']) => Promise<unknown>;
}

const minutes = 60;
const hours = 60 * minutes;
/** Of jobs that go through everything there is. */
const longRunMinutes = 24 * 60;

/** Reports each vault or account that fails, and goes on with the others. */
const each =
  (what: 'vault' | 'account', job: (run: Run) => Promise<unknown>): PeriodicJob['run'] =>
  (signal, reportFailure) =>
    job({ signal, onFailure: (id, error) => reportFailure(`${what} ${id}`, error) });

/** Without `reportFailure`, because each run has its own. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one list of the jobs
export function periodicJobs({ reportFailure: _, ...everything }: Services): PeriodicJob[] {
  const needs = { ...everything, database: everything.jobDatabase };
  const { database, clock, log } = needs;
  const reportVault = (vaultId: string, error: unknown) =>
    log.error({ vaultId, error: describeFault(error) }, 'a due release failed');
  return [
    {
      name: 'release due vaults',
      everySeconds: 10,
      atStart: true,
      run: (signal) => releaseDueVaults(needs, { signal, onFailure: reportVault }),
    },
    {
      name: 'send due letters',
      onHold: true,
      everySeconds: 5,
      atStart: true,
      maxRunMinutes: longRunMinutes,
      run: (signal) => sendDueLetters(needs.letterSending, signal),
    },
    {
      name: 'check the health',
      onHold: true,
      everySeconds: 30,
      run: async () => needs.reportFailingParts(await needs.readHealth()),
    },
    // The secrets file is otherwise read only when somebody uses the service, perhaps after the previous secret was retired.
    { name: 'read the secrets', onHold: true, everySeconds: minutes, run: async () => needs.keyring.label() },
    { name: 'record refusals', onHold: true, everySeconds: 10, run: () => needs.securityLog.write() },
    {
      name: 'remind owners',
      byDate: true,
      everySeconds: minutes,
      run: each('vault', (run) => remindOwners(needs, run)),
    },
    {
      name: 'remind recipients',
      byDate: true,
      everySeconds: hours,
      run: each('vault', (run) => remindRecipients(needs, run)),
    },
    {
      name: 'follow up',
      byDate: true,
      everySeconds: minutes,
      run: each('vault', (run) => followUpReleases(needs, run)),
    },
    {
      name: 'run check-ins',
      byDate: true,
      everySeconds: 10 * minutes,
      run: each('account', (run) => runCheckIns(needs, run)),
    },
    {
      name: 'run yearly emails',
      byDate: true,
      everySeconds: hours,
      run: each('account', (run) => runYearly(needs, run)),
    },
    {
      name: 'reconcile payments',
      everySeconds: 2 * minutes,
      run: (_signal, reportFailure) => reconcilePayments({ ...needs, reportFailure }),
    },
    {
      name: 'end plans of deleted accounts',
      everySeconds: 2 * minutes,
      run: (signal, reportFailure) => endPurchases({ ...needs, reportFailure }, undefined, signal),
    },
    { name: 'reset two-factor', byDate: true, everySeconds: 10 * minutes, run: (signal) => runResets(needs, signal) },
    {
      name: 'purge vaults',
      byDate: true,
      everySeconds: 5 * minutes,
      run: (signal, reportFailure) => purgeVaults({ ...needs, reportFailure }, signal),
    },
    { name: 'forget changes', byDate: true, everySeconds: 5 * minutes, run: () => forgetChanges(needs) },
    {
      name: 'purge accounts',
      byDate: true,
      everySeconds: hours,
      run: (signal, reportFailure) => purgeAccounts({ ...needs, reportFailure }, signal),
    },
    {
      name: 'sweep objects',
      byDate: true,
      everySeconds: hours,
      maxRunMinutes: longRunMinutes,
      run: (signal) => sweepObjects(needs, signal),
    },
    {
      name: 'remove unfinished files',
      onHold: true,
      atStart: true,
      everySeconds: hours,
      run: () => removeUnfinishedFiles(needs),
    },
    {
      name: 'verify files',
      byDate: true,
      everySeconds: 10 * minutes,
      run: (signal) => verifyOldFiles(needs, signal),
    },
    {
      name: 'verify vaults',
      byDate: true,
      everySeconds: 10 * minutes,
      run: (signal) => verifyOldVaults(needs, signal),
    },
    { name: 'make a checkpoint', byDate: true, everySeconds: hours, atStart: true, run: () => makeCheckpoint(needs) },
    {
      name: 'rotate keys',
      byDate: true,
      everySeconds: 6 * hours,
      maxRunMinutes: longRunMinutes,
      run: (signal) => rotateWhenDue(needs, signal),
    },
    { name: 'forget expired sessions', everySeconds: 12 * hours, run: () => forgetExpiredSessions(needs) },
    { name: 'notify of code uses', everySeconds: 5 * minutes, run: each('vault', (run) => notifyCodeUses(needs, run)) },
    { name: 'end drafts', byDate: true, everySeconds: hours, run: (signal) => endDrafts(needs, signal) },
    { name: 'read bounces', everySeconds: minutes, atStart: true, run: needs.readBounces },
    { name: 'write the journal', everySeconds: 5, run: () => needs.writeJournal() },
    { name: 'forget old journal', byDate: true, everySeconds: 12 * hours, run: () => forgetOldJournal(needs) },
    { name: 'forget ended codes', everySeconds: hours, run: () => forgetEndedCodes(database, clock.now()) },
    { name: 'forget ended limits', everySeconds: hours, run: () => forgetEndedWindows(database, clock.now()) },
  ];
}
