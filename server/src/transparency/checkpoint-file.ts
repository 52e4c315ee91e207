// The file of checkpoints, DATA_DIR/checkpoints.jsonl: one line each, oldest first. It lies outside the database, so that somebody who
// rewrites the database is noticed. It only grows: where it says something else than the database, it stays as it is.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { replaceDurably, writeSynced } from '../lib/durable-file.ts';
import type { Checkpoint } from './checkpoint-rules.ts';

const checkpointFile = (dataDirectory: string): string => path.join(dataDirectory, 'checkpoints.jsonl');

const lineOf = ({ number, at, vaults, root, publicKey, signature }: Checkpoint): string =>
  JSON.stringify({ number, at, vaults, root, publicKey, signature });

/** The lines of the file; none where there is no file yet. */
async function readLines(file: string): Promise<string[]> {
  const content = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return '';
  });
  return content.split('\n').filter((line) => line !== '');
}

/** What the file says that the database does not, as a sentence without its full stop; null if it only lacks the newest. */
function differenceOf(lines: readonly string[], checkpoints: readonly Checkpoint[]): string | null {
  const at = lines.findIndex((line, index) => !checkpoints[index] || line !== lineOf(checkpoints[index]));
  if (at < 0) return null;
  return checkpoints[at]
    ? `checkpoint ${at + 1} is another in the database than in checkpoints.jsonl`
    : `checkpoints.jsonl has the checkpoints ${at + 1} to ${lines.length}, which the database lacks`;
}

/** Loaded after the file was read: a checkpoint is in the database before it is in the file. */
type Load = () => Promise<Checkpoint[]>;

export async function compareFile(dataDirectory: string, load: Load): Promise<string | null> {
  const lines = await readLines(checkpointFile(dataDirectory));
  return differenceOf(lines, await load());
}

/** Adds the checkpoints that the file lacks, unless the two differ. */
export async function keepInFile(dataDirectory: string, load: Load): Promise<void> {
  const file = checkpointFile(dataDirectory);
  const lines = await readLines(file);
  const checkpoints = await load();
  if (lines.length === checkpoints.length || differenceOf(lines, checkpoints)) return;
  const content = Buffer.from(checkpoints.map((one) => `${lineOf(one)}\n`).join(''));
  await replaceDurably(file, (draft) => writeSynced(draft, content));
}
