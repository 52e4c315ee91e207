// Stores the windows of limits that are counted across processes.
import { and, eq, lte, sql } from 'drizzle-orm';
import { given, prepared } from '../platform/database/prepared.ts';
import { rateLimits } from '../platform/database/schema.ts';
import type { Database } from '../platform/database/transaction.ts';
import { clockSkewSeconds } from '../platform/lib/clock.ts';
import type { Window } from './rate-limiter.ts';

// If a window ends much later than a new window would, it was opened while the clock was ahead.
const isOver = sql`(${rateLimits.windowEndsAt} <= ${given('now')}
  or ${rateLimits.windowEndsAt} > excluded.window_ends_at + make_interval(secs => ${sql.raw(String(clockSkewSeconds))}))`;
const insertTry = prepared('count_try', (database) =>
  database
    .insert(rateLimits)
    .values({ key: given('key'), tries: given('amount'), windowEndsAt: given('endsAt') })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        tries: sql`case when ${isOver} then excluded.tries else ${rateLimits.tries} + excluded.tries end`,
        windowEndsAt: sql`case when ${isOver} then excluded.window_ends_at else ${rateLimits.windowEndsAt} end`,
      },
    })
    .returning({ tries: rateLimits.tries, endsAt: rateLimits.windowEndsAt }),
);

/** One statement counts and returns the number, so that concurrent tries never get the same number. */
export async function countTry(
  database: Database,
  key: string,
  { endsAt, now, amount }: { endsAt: Date; now: Date; amount: number },
): Promise<Window> {
  const [window] = await insertTry(database, { key, endsAt, now, amount });
  if (!window) throw new Error('counting a try returned no row');
  return window;
}

/** Uncounts one try. The window is deleted with its last. */
export async function uncountTry(database: Database, key: string): Promise<void> {
  const { rowCount } = await database.delete(rateLimits).where(and(eq(rateLimits.key, key), lte(rateLimits.tries, 1)));
  if (rowCount !== 0) return;
  await database
    .update(rateLimits)
    .set({ tries: sql`${rateLimits.tries} - 1` })
    .where(eq(rateLimits.key, key));
}

export async function forgetEndedWindows(database: Database, now: Date): Promise<void> {
  await database.delete(rateLimits).where(sql`${rateLimits.windowEndsAt} <= ${now.toISOString()}`);
}
