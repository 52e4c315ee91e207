// Finds releases by date that do not happen although their time has come and the job runs. While a downtime is being caught up, the
// oldest overdue vault is another one each time; a vault that stays the oldest is one that cannot be released.
import type { Database } from '../../platform/database/transaction.ts';
import type { ClockWatch } from '../../records/clock/watch-clock.ts';
import type { RestoreHold } from '../../records/journal/restore-hold.ts';
import { countDue, listDue } from '../../vaults/stores/release-store.ts';
import { type HealthPart, PartFails } from './read-health.ts';

interface Needs {
  database: Database;
  clockWatch: Pick<ClockWatch, 'trustedNow'>;
  restoreHold: Pick<RestoreHold, 'isOn'>;
}

const maxOverdueMinutes = 5;
const maxNamed = 10;

export function releasesPart({ database, clockWatch, restoreHold }: Needs): HealthPart {
  let oldest: { vaultId: string; since: Date } | null = null;
  return {
    name: 'releases',
    letterAfterMinutes: 0,
    async findProblem() {
      const now = (await restoreHold.isOn()) ? null : await clockWatch.trustedNow();
      const due = now ? await listDue(database, now, maxNamed) : [];
      const [vaultId] = due;
      if (!now || !vaultId) {
        oldest = null; // a hold is reported by its own part
        return null;
      }
      if (oldest?.vaultId !== vaultId) oldest = { vaultId, since: now };
      const minutes = Math.floor((now.getTime() - oldest.since.getTime()) / 60_000);
      if (minutes < maxOverdueMinutes) return null;
      const left = await countDue(database, now);
      throw new PartFails(
        `${left} releases by date are overdue, and the oldest could not be released for ${minutes} minutes; see the log of the service.`,
        { forOperator: `The oldest: ${due.map((id) => `vault ${id}`).join(', ')}.` },
      );
    },
  };
}
