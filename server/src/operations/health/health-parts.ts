// The parts that must work for the service to be ready.
import { sql } from 'drizzle-orm';
import type { VirusScanner } from '../../files/scan/virus-scanner.ts';
import { hasRoom, readRoom } from '../../files/storage/disk-reserve.ts';
import { MarkMissing } from '../../files/storage/marked-storage.ts';
import type { ObjectStorage } from '../../files/storage/object-storage.ts';
import type { MasterKeys } from '../../keys/master/master-keys.ts';
import { readInstallation } from '../../keys/secret/installation-store.ts';
import type { Keyring } from '../../keys/secret/keyring.ts';
import { checkMasterSecrets, type MasterSecretSource } from '../../keys/secret/master-secret.ts';
import type { BounceWatch } from '../../letters/bounces/bounce-watch.ts';
import { findOldestUnsent } from '../../letters/ledger/letter-report-store.ts';
import type { Mailer } from '../../letters/mailers/mailer.ts';
import type { Database } from '../../platform/database/transaction.ts';
import { type Clock, minutesLater } from '../../platform/lib/clock.ts';
import type { ClockWatch } from '../../records/clock/watch-clock.ts';
import type { Journal } from '../../records/journal/journal.ts';
import { areKept } from '../../records/journal/journal-keys.ts';
import { type RestoreHold, refuseEarlierEnd } from '../../records/journal/restore-hold.ts';
import { findNewest } from '../transparency/own-checkpoints.ts';
import { bouncesPart } from './bounces-part.ts';
import { holdPart } from './hold-part.ts';
import type { JobWatch } from './job-watch.ts';
import { type HealthPart, PartFails } from './read-health.ts';
import { releasesPart } from './releases-part.ts';

export interface HealthNeeds {
  database: Database;
  clock: Clock;
  storage: ObjectStorage;
  masterKeys: Pick<MasterKeys, 'probe' | 'holds'>;
  keyring: Keyring;
  journalFile: Journal;
  writeJournal: () => Promise<void>;
  clockWatch: ClockWatch;
  restoreHold: RestoreHold;
  mailer: Pick<Mailer, 'probe'>;
  config: MasterSecretSource & { diskReserveBytes: number | undefined; database: { embedded: boolean } };
  virusScanner: Pick<VirusScanner, 'probe'> | null;
  /** Null if nobody reads bounces here. */
  bounceWatch: BounceWatch | null;
  jobWatch: Pick<JobWatch, 'findProblem'>;
}

/** Without them the service still keeps every promise, so they do not make it unready. */
export const optionalParts = ['scanner', 'bounces'];

/** A mail server may be unavailable this long before an operator should look. */
const maxLetterWaitMinutes = 60;
/** Something that restarts is back by then, and monitoring raises its alarm at the same time. */
const letterAfterMinutes = 5;
/** Less than this counts as full: a database needs a log segment of this size. */
const fullBytes = 16 * 1024 ** 2;
/** A checkpoint is created each day. It may be late by the length of a nightly downtime. */
const maxCheckpointAgeHours = 36;

export const healthParts = (needs: HealthNeeds): HealthPart[] => [
  databasePart(needs),
  storagePart(needs),
  keysPart(needs),
  journalPart(needs),
  diskPart(needs),
  lettersPart(needs),
  checkpointPart(needs),
  { name: 'clock', letterAfterMinutes: null, findProblem: needs.clockWatch.findProblem },
  holdPart(needs),
  releasesPart(needs),
  { name: 'jobs', letterAfterMinutes: 0, findProblem: async () => needs.jobWatch.findProblem() },
  ...(needs.virusScanner ? [scannerPart(needs.virusScanner)] : []),
  ...(needs.bounceWatch ? [bouncesPart(needs.bounceWatch)] : []),
];

const databasePart = ({ database }: HealthNeeds): HealthPart => ({
  name: 'database',
  letterAfterMinutes,
  explains: ['letters', 'checkpoint', 'clock', 'on-hold', 'releases', 'jobs'],
  async findProblem() {
    await database.execute(sql`select 1`);
    return null;
  },
});

const storagePart = ({ storage }: HealthNeeds): HealthPart => ({
  name: 'storage',
  letterAfterMinutes,
  async findProblem() {
    try {
      await storage.probe();
    } catch (error) {
      if (!(error instanceof MarkMissing)) throw error;
      throw new PartFails(`${error.sentence} The log names both.`, { cause: error });
    }
    return null;
  },
});

/** Also what the next start would refuse, while the running process still has the right keys. */
const keysPart = ({ database, config, masterKeys, keyring, journalFile }: HealthNeeds): HealthPart => ({
  name: 'keys',
  letterAfterMinutes,
  async findProblem() {
    await masterKeys.probe();
    await checkMasterSecrets(database, config);
    const { masterKey } = await readInstallation(database);
    const isKept = masterKey === null || masterKeys.holds(masterKey);
    if (isKept && (await areKept({ database, keyring }, journalFile.keys))) return null;
    throw new PartFails(replacedKeys, {});
  },
});

const replacedKeys =
  'The keys of this installation were replaced in the database, and the next start would be refused. Do not stop the service: put the table “installation” back from the newest backup first.';

/** While it cannot be written, no letter is sent to anybody. */
const journalPart = ({ database, journalFile, writeJournal }: HealthNeeds): HealthPart => ({
  name: 'journal',
  letterAfterMinutes,
  explains: ['letters'],
  async findProblem() {
    await journalFile.probe();
    await writeJournal();
    await refuseEarlierEnd({ database, journalFile }); // also while there is nothing to write
    return null;
  },
});

const scannerPart = (scanner: Pick<VirusScanner, 'probe'>): HealthPart => ({
  name: 'scanner',
  letterAfterMinutes,
  findProblem: () =>
    scanner.probe().then(
      () => null,
      () => 'The virus scanner does not answer. Files are accepted, and stored as not scanned.',
    ),
});

const diskPart = ({ config }: HealthNeeds): HealthPart => ({
  name: 'disk',
  letterAfterMinutes,
  async findProblem() {
    const room = await readRoom(config.dataDirectory, config.diskReserveBytes);
    const megabytes = (bytes: number) => Math.round(bytes / 1024 ** 2);
    if (room.freeBytes < fullBytes) {
      const explains = [
        'storage',
        'journal',
        'letters',
        'checkpoint',
        'jobs',
        ...(config.database.embedded ? ['database'] : []),
      ];
      throw new PartFails(`The disk is full: ${megabytes(room.freeBytes)} MB are free.`, { explains });
    }
    if (hasRoom(room, 0)) return null;
    return `${megabytes(room.freeBytes)} MB are free, less than the reserve of ${megabytes(room.reserveBytes)} MB. Uploads are refused.`;
  },
});

const lettersPart = ({ database, clock, mailer }: HealthNeeds): HealthPart => ({
  name: 'letters',
  letterAfterMinutes,
  async findProblem() {
    await mailer.probe().catch((cause) => {
      const sentence =
        'The mail server has not been reached since the start; “npm run admin -- test-letter” reports why.';
      throw new PartFails(sentence, { cause });
    });
    const now = clock.now();
    const oldest = await findOldestUnsent(database, now);
    if (!oldest || oldest > minutesLater(now, -maxLetterWaitMinutes)) return null;
    const minutes = Math.floor((now.getTime() - oldest.getTime()) / 60_000);
    return `No mail server has accepted an email that has waited for ${minutes} minutes.`;
  },
});

/**
 * Without a daily checkpoint, nobody outside can tell whether a record was changed. None is created while the restored database or the
 * clock waits for an operator, which is reported as a separate part.
 */
function checkpointPart({ database, clock, clockWatch, restoreHold, journalFile }: HealthNeeds): HealthPart {
  const startedAt = clock.now();
  return {
    name: 'checkpoint',
    letterAfterMinutes,
    async findProblem() {
      if ((await restoreHold.isOn()) || (await clockWatch.findProblem())) return null;
      const newest = await findNewest(database, journalFile.keys);
      const since = newest ? new Date(newest.at) : startedAt;
      const hours = (clock.now().getTime() - since.getTime()) / 3_600_000;
      if (hours < -1) return 'The newest checkpoint is dated in the future, so no new one is created.';
      if (hours < maxCheckpointAgeHours) return null;
      return `No checkpoint was created for ${Math.floor(hours)} hours. One is due each day.`;
    },
  };
}
