// A refused start cannot write to the database. It writes a line to a file in the data directory, if that exists, and the next
// successful start moves it to the audit.
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Database } from '../../platform/database/transaction.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { recordAct } from './act-store.ts';

const fileIn = (dataDirectory: string): string => path.join(dataDirectory, 'refused-starts.jsonl');
/** A service that restarts repeatedly must not fill the disk or the audit. */
const maxLines = 100;

/** Writes only to an existing data directory, so that a refused start leaves no files in a new one. */
export function noteRefusedStart(dataDirectory: string, { line, at }: { line: string; at: Date }): void {
  if (!existsSync(path.join(dataDirectory, 'secrets.json')) && !existsSync(path.join(dataDirectory, 'objects'))) return;
  if (readLines(dataDirectory).length >= maxLines) return;
  appendFileSync(fileIn(dataDirectory), `${JSON.stringify({ line, at })}\n`, { mode: 0o600 });
}

interface Needs {
  database: Database;
  clock: Clock;
  config: { dataDirectory: string };
}

export async function recordStart({ database, clock, config: { dataDirectory } }: Needs): Promise<void> {
  const refused = readLines(dataDirectory).map(readNote);
  await database.transaction(async (tx) => {
    for (const { line, at } of refused) {
      await recordAct({ clock }, tx, { event: 'start-refused', actor: 'service', detail: { line, when: at } });
    }
    await recordAct({ clock }, tx, { event: 'service-started', actor: 'service' });
  });
  rmSync(fileIn(dataDirectory), { force: true });
}

// A process that was killed, or a full disk, can leave half a line, which must not stop this start.
function readNote(text: string): { line: string; at: string | null } {
  try {
    const { line, at } = JSON.parse(text);
    if (typeof line === 'string' && typeof at === 'string') return { line, at };
  } catch {
    // reported as damaged
  }
  return { line: 'a damaged note', at: null };
}

const readLines = (dataDirectory: string): string[] =>
  existsSync(fileIn(dataDirectory)) ? readFileSync(fileIn(dataDirectory), 'utf8').split('\n').filter(Boolean) : [];
