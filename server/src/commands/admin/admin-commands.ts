// The operator's commands. Each requires a reason, which is recorded in the audit. There is no page for them: only people who can
// run commands on the machine can use them.
import { twoFactorResetDays } from '@remembrance/contract/limits.ts';
import { unregisterObjectsOf } from '../../files/stored/file-store.ts';
import { requeueFailed } from '../../letters/ledger/letter-store.ts';
import { endWaits } from '../../letters/ledger/report-store.ts';
import { describeHold, liftHold, readHold } from '../../operations/restore/lift-hold.ts';
import { restoreOwner, suspendOwner } from '../../people/sessions/suspend-owner.ts';
import { requestReset } from '../../people/two-factor/reset-two-factor.ts';
import { lockUser, setReported } from '../../people/users/user-store.ts';
import { differWithin } from '../../records/clock/clock-rules.ts';
import { readDatabaseClock, trustTime } from '../../records/clock/clock-store.ts';
import { deleteAnyVault } from '../../vaults/vault/delete-store.ts';
import { areLocked } from '../../vaults/vault-access/guess-rules.ts';
import { readGuesses } from '../../vaults/vault-access/guess-store.ts';
import { reopenQuestions } from '../../vaults/vault-access/reopen-questions.ts';
import { CommandRefused } from '../run/command-line.ts';
import { type AdminServices, audited, describeRemoval, describeVault, notifyRemoval } from './admin-records.ts';
import type { CommandInput, CommandName } from './command-words.ts';
import { describeSides, readSides } from './read-sides.ts';

interface CommandRun {
  /** What would be done. */
  describe?(services: AdminServices, subject: string): Promise<string>;
  run(services: AdminServices, input: CommandInput): Promise<string>;
}

export const commandRuns: Record<CommandName, CommandRun> = {
  suspend: {
    async run(services, { subject: email, reason }) {
      const acted = await audited(services, { event: 'account-suspended', reason }, async (tx) => {
        const userId = await suspendOwner(services, tx, email);
        return userId && { userId };
      });
      if (!acted) throw new CommandRefused('No account with this address exists, or it is suspended already.');
      return 'The owner is suspended and signed out everywhere. Their vaults can still be released.';
    },
  },
  restore: {
    async run(services, { subject: email, reason }) {
      const acted = await audited(services, { event: 'account-restored', reason }, async (tx) => {
        const userId = await restoreOwner(services, tx, email);
        return userId && { userId };
      });
      if (!acted) throw new CommandRefused('No suspended account has this address.');
      return 'The owner can sign in again.';
    },
  },
  'reset-two-factor': {
    async run(services, { subject: email, reason }) {
      const acted = await audited(services, { event: 'two-factor-reset-ordered', reason }, async (tx) => {
        const userId = await requestReset(services, tx, email);
        return userId && { userId };
      });
      if (!acted)
        throw new CommandRefused('No account with this address has a second step, or its reset is ordered already.');
      return `The reset is ordered. It happens in ${twoFactorResetDays} days unless the owner stops it. The owner is notified by email.`;
    },
  },
  'remove-vault': {
    describe: describeRemoval,
    async run(services, { subject: vaultId, reason, message }) {
      let objects: string[] = [];
      const acted = await audited(services, { event: 'vault-removed', reason }, async (tx) => {
        objects = await unregisterObjectsOf(tx, vaultId);
        const vault = await deleteAnyVault(tx, vaultId);
        if (vault) await notifyRemoval(services, tx, vault, message);
        return vault && { vaultId, userId: vault.creatorId };
      });
      if (!acted) throw new CommandRefused('There is no such vault.');
      // If this fails, the object no longer has a row, and the sweep removes it.
      await Promise.allSettled(objects.map((path) => services.storage.remove(path)));
      return `The vault and its files (${objects.length}) are removed and cannot be restored. Its owner is notified by email.`;
    },
  },
  'resend-letter': {
    async run(services, { subject: letterId, reason }) {
      const acted = await audited(services, { event: 'letter-resent', reason, detail: { letterId } }, async (tx) => {
        const letter = await requeueFailed(tx, letterId, services.clock.now());
        return letter && { vaultId: letter.vaultId ?? undefined, userId: letter.userId ?? undefined };
      });
      if (!acted)
        throw new CommandRefused('No email with this id was given up. An email that was sent cannot be sent again.');
      return 'The email is queued again.';
    },
  },
  'clear-reports': {
    async run(services, { subject: userId, reason }) {
      let sent = 0;
      const acted = await audited(services, { event: 'reports-cleared', reason }, async (tx) => {
        const user = await lockUser(tx, userId);
        if (!user?.reportedAt) return null;
        await setReported(tx, userId, null);
        sent = await endWaits(tx, userId, services.clock.now());
        return { userId };
      });
      if (!acted) throw new CommandRefused('No account with this id has a report that waits for you.');
      return `The owner's emails leave again, ${sent} of them within seconds. Another report by the same people changes nothing.`;
    },
  },
  'reopen-questions': {
    async run(services, { subject: vaultId, reason }) {
      if (!areLocked(await readGuesses(services.database, vaultId)))
        throw new CommandRefused('The questions of this vault are not closed.');
      await reopenQuestions(services, { vaultId, by: { actor: 'operator', reason } });
      return 'The questions are open for a few more answers. The recipient gets a fresh link, and the owner is notified by email.';
    },
  },
  'confirm-clock': {
    async run(services, { reason }) {
      const now = services.clock.now();
      const { databaseNow } = await readDatabaseClock(services.database);
      const shown = services.clock.ofDatabase(databaseNow);
      if (Math.abs(shown.getTime() - now.getTime()) > differWithin)
        throw new CommandRefused(
          `This machine shows ${now.toISOString()}. The database shows ${shown.toISOString()}. Set the clock that is wrong.`,
        );
      await audited(services, { event: 'clock-confirmed', reason }, async (tx) => {
        await trustTime(tx, services.clock);
        return {};
      });
      return `The time is ${now.toISOString()}. Scheduled releases continue within a minute.`;
    },
  },
  'lift-hold': {
    async run(services, { reason, isSure, journal, database }) {
      const needs = { ...services, database: services.jobDatabase };
      const seen = await readHold(needs);
      if (!seen) throw new CommandRefused('There is no hold: this database is not older than its journal.');
      const { sideOf, undecided } = readSides({ journal, database }, seen.inDoubt.bothSides);
      const end = undecided.length > 0 ? describeSides(undecided) : 'To end the hold, add --yes.';
      if (!isSure) return `${describeHold(seen, sideOf)}\nNothing was changed. ${end}`;
      if (undecided.length > 0) throw new CommandRefused(`${describeHold(seen, sideOf)}\nThe hold continues. ${end}`);
      const report = (await readHold({ ...needs, sideOf })) ?? seen;
      await audited(services, { event: 'hold-lifted', reason }, async (tx) => {
        await liftHold(needs, tx, report.inDoubt);
        return {};
      });
      return `${describeHold(report, sideOf)}\nThe hold is lifted. Releases and emails continue within seconds.`;
    },
  },
  'show-vault-state': {
    async run(services, { subject: vaultId, reason }) {
      const state = await describeVault(services, vaultId);
      await audited(services, { event: 'vault-state-shown', reason }, async () => ({ vaultId }));
      return JSON.stringify(state, null, 2);
    },
  },
};
