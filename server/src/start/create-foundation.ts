// What everything else stands on: the database, the files, the keys, the journal and its writer, and the clocks.
import type { Logger } from 'pino';
import { describeFault } from '../http/problem-reply.ts';
import { createNewKeyReport } from '../letters/ledger/report-keys.ts';
import { createExchangeReport } from '../operations/restore/report-exchange.ts';
import { reserveLogRoom } from '../platform/database/embedded/reserve-log-room.ts';
import { nameOfListener } from '../platform/database/served-elsewhere.ts';
import type { Clock } from '../platform/lib/clock.ts';
import { createOutsideClock, listTimeSources } from '../records/clock/outside-clock.ts';
import { createClockWatch } from '../records/clock/watch-clock.ts';
import { createJournalWriter } from '../records/journal/journal-writer.ts';
import type { Config } from '../settings/config.ts';
import { postponeAfterDowntime } from '../vaults/requests/postpone-request-store.ts';
import { openInstallation } from './open-installation.ts';

export type Foundation = Awaited<ReturnType<typeof createFoundation>>;

export async function createFoundation(config: Config, log: Logger, clock: Clock) {
  const reportFailure = (what: string, error: unknown) => log.error({ error: describeFault(error) }, what);
  let reportDifference = (_difference: string) => {};
  const onDifference = (difference: string) => reportDifference(difference);
  const installation = await openInstallation(config, clock, { log: reportFailure, onDifference });
  const { opened, filesIdentity, ...kept } = installation;
  const { database, jobDatabase } = opened;
  const { keyring, journalFile, restoreHold } = kept;
  const letterDomain = new URL(config.publicUrl).hostname;
  const operatorNotices = { keyring, clock, letterDomain, operatorEmail: config.operatorEmail };
  reportDifference = createExchangeReport({ ...operatorNotices, database: jobDatabase, log });
  const outsideClock = createOutsideClock(listTimeSources(config.timeUrl), clock);
  const afterDowntime = async (since: Date, now: Date) => {
    // Its end postpones every request.
    if (!(await restoreHold.isOn())) await postponeAfterDowntime(jobDatabase, since, now);
  };
  return {
    config,
    log,
    clock,
    reportFailure,
    operatorNotices,
    letterDomain,
    operatorEmail: config.operatorEmail,
    database,
    jobDatabase,
    closeDatabase: opened.close,
    databasePool: opened.pool,
    cutDatabase: opened.cut,
    listenerConnection: { ...opened.connection, application_name: nameOfListener(filesIdentity) },
    isDatabaseOwner: !opened.embedded && opened.isOwner,
    postgresPrograms: opened.programs,
    reserveLogRoom: async () => {
      if (opened.embedded && opened.ownerConnection) await reserveLogRoom(opened.ownerConnection);
    },
    ...kept,
    reportNewKey: createNewKeyReport({ ...operatorNotices, database: jobDatabase }),
    ...createJournalWriter({ database: jobDatabase, clock, journalFile, isOnHold: restoreHold.isOn }),
    afterDowntime,
    clockWatch: createClockWatch({ ...operatorNotices, database, outsideClock, afterDowntime, log }),
  };
}
