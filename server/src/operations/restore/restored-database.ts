// Checks a restored database before it is used: the secret and the master keys must be its own, and every file it refers to must exist.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { listObjectPaths } from '../../files/stored/file-store.ts';
import { KeyServiceUnavailable } from '../../keys/master/master-keys.ts';
import { type MasterKeySource, openMasterKeys } from '../../keys/master/open-master-keys.ts';
import { createKeyring } from '../../keys/secret/keyring.ts';
import { openMasterSecrets } from '../../keys/secret/master-secret.ts';
import { listMasterKeyNames, listOtherwiseWrapped } from '../../keys/vault/vault-key-store.ts';
import { endAllSessions } from '../../people/sessions/session-store.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import type { Database } from '../../platform/database/transaction.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { lockFolder } from '../../platform/lib/lock-folder.ts';
import { StartRefused } from '../../platform/lib/start-refused.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import type { Journal } from '../../records/journal/journal.ts';
import { type JournalKeys, openJournalKeys } from '../../records/journal/journal-keys.ts';
import { readAfter } from '../../records/journal/journal-refusals.ts';
import { lockHead, markBeforeHold, readHead, setHead } from '../../records/journal/journal-store.ts';
import type { JournalNeeds } from '../../records/journal/journal-writer.ts';
import { continuesJournal } from '../../records/journal/restore-hold.ts';

/** The folder in DATA_DIR that holds a backup until everything in it is checked. */
export const unfinishedRestore = (dataDirectory: string): string => path.join(dataDirectory, 'restore.unfinished');

/** A second restore would empty the folder that the first one fills. Until this process ends. @throws {StartRefused} */
export async function lockRestore(dataDirectory: string): Promise<void> {
  if (await lockFolder(dataDirectory)) return;
  throw new StartRefused(
    `A restore into ${dataDirectory} is running. Wait until it has finished. Nothing was changed.`,
  );
}

/** @throws {StartRefused} if a restore was interrupted */
export function refuseUnfinishedRestore(dataDirectory: string): void {
  const unfinished = unfinishedRestore(dataDirectory);
  if (!existsSync(unfinished)) return;
  throw new StartRefused(
    `A restore into ${dataDirectory} has not finished. Run it again with the same backup: npm run restore -- <folder>. To start without it, move ${unfinished} away.`,
  );
}

interface Source extends MasterKeySource {
  secret: string | undefined;
  otherSecrets: readonly string[];
}

/** @throws {StartRefused} that names the missing file and its place @returns the keys of the journal */
export async function checkKeys(
  { database }: Pick<OpenDatabase, 'database'>,
  source: Source,
  clock: Clock,
): Promise<JournalKeys> {
  const secrets = await openMasterSecrets({ database, clock }, source);
  const listNamesInUse = () => listMasterKeyNames(database);
  const { masterKeys, keyFile } = await openMasterKeys(source, listNamesInUse, clock.now());
  const [wrapped] = await listOtherwiseWrapped(database, { masterKey: '', after: null, max: 1 });
  try {
    if (wrapped) await masterKeys.unwrap(wrapped.wrappedKey, wrapped.vaultId);
  } catch (error) {
    if (error instanceof KeyServiceUnavailable) throw new StartRefused(`${error.message}; try again later.`);
    const place = keyFile.wraps ? keyFile.path : 'what is set as master keys';
    throw new StartRefused(`${place} does not open the keys of this database; put the right file there.`);
  }
  return openJournalKeys({ database, keyring: createKeyring(secrets) });
}

/**
 * @throws {StartRefused} if the journal ends before the database, or lacks a line
 * @returns the time of its last line, or null if it has none
 */
export async function checkJournal(database: Database, journalFile: Journal): Promise<string | null> {
  const { last } = await readAfter(journalFile, await readHead(database));
  return last?.at ?? null;
}

/** @throws {StartRefused} if no hold is on and the journal ends with a line of this database, so that nothing suggests a restore */
export async function refuseUnrestored(needs: Pick<JournalNeeds, 'database' | 'journalFile'>): Promise<void> {
  const { onHoldSince } = await readHead(needs.database);
  if (onHoldSince || !(await continuesJournal(needs))) return;
  throw new StartRefused(
    `The journal in ${needs.journalFile.place} contains nothing that this database lacks, so no hold is needed and the service can start. To start a hold anyway, add --yes.`,
  );
}

/** Starts the hold without following the journal: its files are set aside, and a new journal starts. */
export async function leaveJournalOut(
  database: Database,
  clock: Clock,
  { journalFile, reason }: { journalFile: Journal; reason: string },
): Promise<void> {
  await journalFile.setAside(clock.now());
  await database.transaction(async (tx) => {
    await lockHead(tx);
    await setHead(tx, { position: 0, digest: null, writtenAt: null, onHoldSince: clock.now() });
    const words = { words: reason, userId: null };
    await recordAct({ clock }, tx, { actor: 'operator', event: 'journal-left-out', reason: words });
  });
}

/** The objects that rows refer to and the folder lacks. */
export async function findMissingObjects(database: Database, folder: string): Promise<string[]> {
  return (await listObjectPaths(database)).filter((name) => !existsSync(path.join(folder, name)));
}

/** From now on nothing is released or mailed, and everybody must sign in again: a session may have been ended since the backup. */
export async function beginHold(database: Database, clock: Clock): Promise<void> {
  await database.transaction(async (tx) => {
    const { onHoldSince } = await lockHead(tx);
    if (!onHoldSince) {
      await setHead(tx, { onHoldSince: clock.now() });
      await markBeforeHold(tx);
    }
    await endAllSessions(tx);
  });
}
