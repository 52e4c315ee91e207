// Finds releases by date or after a wait that do not happen although their time has come and the job runs. The job releases the oldest first, so while a
// downtime is being caught up, the oldest overdue vaults are others each time. One that stays among them cannot be released.
import type { Database } from '../../platform/database/transaction.ts';
import { minutesLater } from '../../platform/lib/clock.ts';
import type { ClockWatch } from '../../records/clock/watch-clock.ts';
import type { RestoreHold } from '../../records/journal/restore-hold.ts';
import { listDueRequests } from '../../vaults/vault/release-after-wait.ts';
import { countDue, listDue } from '../../vaults/vault/release-store.ts';
import { type HealthPart, PartFails } from './read-health.ts';

interface Needs {
  database: Database;
  clockWatch: Pick<ClockWatch, 'trustedNow'>;
  restoreHold: Pick<RestoreHold, 'isOn'>;
}

const maxOverdueMinutes = 5;
const maxNamed = 10;

export function releasesPart({ database, clockWatch, restoreHold }: Needs): HealthPart {
  /** The oldest overdue vaults, and when each was first seen among them. */
  let overdue = new Map<string, Date>();
  return {
    name: 'releases',
    letterAfterMinutes: 0,
    async findProblem() {
      // A hold is reported by its own part, and its time does not count.
      const now = (await restoreHold.isOn()) ? null : await clockWatch.trustedNow();
      if (!now) {
        overdue = new Map();
        return null;
      }
      const waits = (await listDueRequests(database, now, maxNamed)).filter(({ isWaiting }) => isWaiting);
      const due = [...(await listDue(database, now, maxNamed)), ...waits.map(({ vaultId }) => vaultId)];
      overdue = new Map(due.map((vaultId) => [vaultId, overdue.get(vaultId) ?? now]));
      const stuck = [...overdue].filter(([, since]) => minutesLater(since, maxOverdueMinutes) <= now);
      if (stuck.length === 0) return null;
      const left = (await countDue(database, now)) + waits.length;
      throw new PartFails(
        `${left} releases by date or after a wait are overdue, and the oldest have not happened for ${maxOverdueMinutes} minutes; see the log of the service.`,
        { forOperator: `The oldest: ${stuck.map(([vaultId]) => `vault ${vaultId}`).join(', ')}.` },
      );
    },
  };
}
