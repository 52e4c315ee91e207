// Destroys the keys of days whose letters were all sent: from then on nobody reads them in what PostgreSQL kept of the erased rows.
import type { Database } from '../database/open-database.ts';
import { type LetterKeys, letterDay } from '../keys/letter-keys.ts';
import { type Clock, daysLater, minutesLater } from '../lib/clock.ts';
import { listKeyDays } from './letter-report-store.ts';

interface Needs {
  database: Database;
  clock: Clock;
  letterKeys: LetterKeys;
}

/** A transaction that sealed a letter before midnight may still be under way, but never for as long as this. */
const settledAfterMinutes = 60;

/** @returns the days whose key was destroyed */
export async function destroyLetterKeys({ database, clock, letterKeys }: Needs): Promise<string[]> {
  const now = clock.now();
  await letterKeys.prepare();
  const first = letterDay(minutesLater(now, -settledAfterMinutes));
  const last = letterDay(daysLater(now, 1));
  // A day far ahead is from a clock that was wrong.
  const over = (await letterKeys.list()).filter((day) => day < first || day > last);
  const inUse = over.length > 0 ? await listKeyDays(database) : [];
  const unused = over.filter((day) => !inUse.includes(day));
  for (const day of unused) await letterKeys.destroy(day);
  return unused;
}
