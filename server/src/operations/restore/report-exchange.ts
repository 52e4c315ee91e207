// Reports that the database, or something else the service was started with, was exchanged while it ran: to the log and, if mail leaves, to
// the operator.
import { setTimeout as wait } from 'node:timers/promises';
import { holdNotice } from '../../letters/ledger/claim-store.ts';
import { type NotifyOperatorNeeds, notifyOperator, oncePerDay } from '../../letters/ledger/notify-operator.ts';
import type { Database } from '../../platform/database/transaction.ts';

interface Needs extends NotifyOperatorNeeds {
  database: Database;
  log: { error(facts: object, message: string): void };
}

const tries = 20;
const pauseMilliseconds = 15_000;

export const describeExchange = (difference: string): string =>
  `It was exchanged under the running service: ${difference}. Nothing is released, mailed or changed. Before you stop a process, see docs/guide/restore.md.`;

/** The notice is in the database that came back, so it is one of the few letters that leave during a hold. */
export const createExchangeReport = (needs: Needs) => (difference: string) => {
  needs.log.error({ difference }, 'the database was exchanged: nothing is released, mailed or changed');
  // Of the day on which it was noticed: a later try writes no second letter.
  const onceKey = oncePerDay(holdNotice, needs.clock.now());
  const notify = () =>
    needs.database.transaction((tx) =>
      notifyOperator(needs, tx, {
        what: 'Nothing is released or mailed',
        facts: [
          describeExchange(difference),
          'A start with this database begins the hold of a restore. Then “npm run admin -- lift-hold --reason "…"” says what the journal knows, and names every vault that was changed on both sides.',
        ],
        onceKey,
      }),
    );
  void (async () => {
    for (let tried = 1; ; tried += 1) {
      try {
        return await notify();
      } catch {
        if (tried === tries) return;
        await wait(pauseMilliseconds, undefined, { ref: false });
      }
    }
  })();
};
