// Finds files left behind by kills, after the service has had the chance to sweep them.
import { readdirSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { inDatabase } from '../support/embedded-database.ts';
import type { Installation, ServerProcess } from '../support/installation.ts';
import type { Testbed } from './testbed.ts';

const twoDaysSeconds = 2 * 86_400;
const unfinishedEnding = '.tmp';

/** @param server its clock can be moved, so that the periodic jobs run two days later. */
export async function findLeftovers(testbed: Testbed, server: ServerProcess, filesListed: number): Promise<string[]> {
  const { installation, bucket, log } = testbed;
  makeOld(filesOf(installation.dataDirectory).filter((file) => file.endsWith(unfinishedEnding)));
  await server.sendMessage({ moveClockSeconds: twoDaysSeconds }, 'movedTo');
  const datedAhead = await countDatedAhead(testbed);
  if (datedAhead > 0) log(`  ${datedAhead} unsaved files are dated by a clock that was ahead`);
  await server.stop();

  const unfinished = filesOf(installation.dataDirectory).filter((file) => file.endsWith(unfinishedEnding));
  const objects = bucket ? (await bucket.list()).filter(isOfAVault) : objectsOf(installation);
  return [
    ...unfinished.map((file) => `${path.relative(installation.dataDirectory, file)} was left behind`),
    ...(objects.length === filesListed + datedAhead
      ? []
      : [`${objects.length} objects are stored for ${filesListed} files`]),
  ];
}

/** Files that were uploaded while the clock was far ahead and never saved. The service keeps them until a day after that date. */
async function countDatedAhead({ installation, postgres }: Testbed): Promise<number> {
  const statement =
    "select id from vault_files where is_pending and kept_until is null and created_at > now() + interval '30 days'";
  const files = await (postgres ? postgres.query(statement) : inDatabase(installation.dataDirectory, statement));
  return files.length;
}

/** The bucket also holds the journal and the mark of its installation. */
const isOfAVault = (key: string): boolean => !key.startsWith('journal/') && !key.startsWith('.');

const objectsOf = ({ dataDirectory }: Installation): string[] =>
  filesOf(dataDirectory).filter(
    (file) =>
      file.startsWith(path.join(dataDirectory, 'objects')) &&
      !file.endsWith(unfinishedEnding) &&
      !path.basename(file).startsWith('.'),
  );

/** Every file except the database's own. */
const filesOf = (dataDirectory: string): string[] =>
  readdirSync(dataDirectory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !file.startsWith(path.join(dataDirectory, 'postgres')));

// Temporary files are dated by the machine's clock, which does not move. One that the service finishes at this moment is no leftover.
function makeOld(files: string[]): void {
  const then = Date.now() / 1000 - twoDaysSeconds;
  for (const file of files)
    try {
      utimesSync(file, then, then);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
}
