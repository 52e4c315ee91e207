// A start that was refused could not open the database. It leaves its line in the data folder, where there is one, and the
// next start that is not refused puts it into the audit.
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Database } from '../database/open-database.ts';
import type { Clock } from '../lib/clock.ts';
import { recordAudit } from './audit-store.ts';

const fileIn = (dataDirectory: string): string => path.join(dataDirectory, 'refused-starts.jsonl');
/** So that a service that is started again and again fills neither the disk nor the audit. */
const maxLines = 100;

/** Never makes the folder: a refused start leaves nothing where nothing was. */
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
  const refused = readLines(dataDirectory).map((text) => JSON.parse(text) as { line: string; at: string });
  await database.transaction(async (tx) => {
    for (const { line, at } of refused) {
      await recordAudit({ clock }, tx, { event: 'start-refused', actor: 'service', detail: { line, when: at } });
    }
    await recordAudit({ clock }, tx, { event: 'service-started', actor: 'service' });
  });
  rmSync(fileIn(dataDirectory), { force: true });
}

const readLines = (dataDirectory: string): string[] =>
  existsSync(fileIn(dataDirectory)) ? readFileSync(fileIn(dataDirectory), 'utf8').split('\n').filter(Boolean) : [];
