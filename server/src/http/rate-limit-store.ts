// Stores the windows of limits that are counted across processes.
import { and, eq, lte, sql } from 'drizzle-orm';
import type { Database } from '../database/open-database.ts';
import { rateLimits } from '../database/schema.ts';

/** One statement counts and returns the number, so that parallel tries never get the same one. */
export async function countTry(database: Database, key: string, now: Date, windowEndsAt: Date) {
  const over = sql`${rateLimits.windowEndsAt} <= ${now.toISOString()}`;
  const [window] = await database
    .insert(rateLimits)
    .values({ key, tries: 1, windowEndsAt })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        tries: sql`case when ${over} then 1 else ${rateLimits.tries} + 1 end`,
        windowEndsAt: sql`case when ${over} then excluded.window_ends_at else ${rateLimits.windowEndsAt} end`,
      },
    })
    .returning({ tries: rateLimits.tries, endsAt: rateLimits.windowEndsAt });
  if (!window) throw new Error('counting a try returned no row');
  return window;
}

/** Uncounts one try. The window is deleted with its last. */
export async function uncountTry(database: Database, key: string): Promise<void> {
  const isOnly = await database
    .delete(rateLimits)
    .where(and(eq(rateLimits.key, key), lte(rateLimits.tries, 1)))
    .returning({ key: rateLimits.key });
  if (isOnly.length > 0) return;
  await database
    .update(rateLimits)
    .set({ tries: sql`${rateLimits.tries} - 1` })
    .where(eq(rateLimits.key, key));
}

export async function forgetEndedWindows(database: Database, now: Date): Promise<void> {
  await database.delete(rateLimits).where(sql`${rateLimits.windowEndsAt} <= ${now.toISOString()}`);
}
