// Writes to the operator about each part that fails for longer than its limit: one letter a day for each. If it cannot be queued
// because the database is away, it is queued once the database is back, even if the part works again by then.
import { type NotifyOperatorNeeds, notifyOperator, oncePerDay } from '../../letters/ledger/notify-operator.ts';
import type { Database } from '../../platform/database/transaction.ts';
import { hasNoRoom } from '../../platform/lib/causes.ts';
import { minutesLater } from '../../platform/lib/clock.ts';
import { isDatabaseUnavailable } from '../../platform/lib/database-unavailable.ts';
import type { FoundPart, HealthPart } from './read-health.ts';

interface Needs extends NotifyOperatorNeeds {
  database: Database;
}

export type ReportFailingParts = (found: readonly FoundPart[]) => Promise<void>;

export function createReportFailingParts(
  needs: Needs,
  parts: readonly Pick<HealthPart, 'name' | 'letterAfterMinutes'>[],
): ReportFailingParts {
  const limits = new Map(parts.map(({ name, letterAfterMinutes }) => [name, letterAfterMinutes]));
  const unreported = new Map<string, FoundPart>();
  /** Since when each part failed that was reported last. */
  const reported = new Map<string, string>();
  const isOld = ({ part, since, isSlow }: FoundPart) => {
    const limit = limits.get(part) ?? null;
    return !isSlow && limit !== null && minutesLater(new Date(since), limit) <= needs.clock.now();
  };
  return async (found) => {
    if (found.some(({ part }) => part === 'on-hold')) return; // nothing is mailed, and an operator is at work
    for (const part of found.filter(isOld)) if (reported.get(part.part) !== part.since) unreported.set(part.part, part);
    for (const part of unreported.values()) {
      const stillFails = found.some(({ part: name, since }) => name === part.part && since === part.since);
      if (!(await queueReport(needs, part, stillFails))) return;
      unreported.delete(part.part);
      reported.set(part.part, part.since);
    }
  };
}

/** @returns false if it cannot be queued now */
async function queueReport(needs: Needs, part: FoundPart, stillFails: boolean): Promise<boolean> {
  const { part: name, problem, cause, since } = part;
  const now = needs.clock.now();
  const when = stillFails ? `since ${since}` : `from ${since} to about ${now.toISOString()}, and works again`;
  try {
    await needs.database.transaction((tx) =>
      notifyOperator(needs, tx, {
        what: `The part “${name}” of the service ${stillFails ? 'does' : 'did'} not work`,
        facts: [
          `It fails ${when}. ${problem}`.replace(/^It fails from/, 'It failed from'),
          ...(cause ? [cause] : []),
          'Failures of this part on the same day are not reported again. “npm run admin -- status” shows what fails now.',
        ],
        onceKey: oncePerDay(`part/${name}`, now),
      }),
    );
    return true;
  } catch (error) {
    if (isDatabaseUnavailable(error) || hasNoRoom(error)) return false;
    throw error;
  }
}
