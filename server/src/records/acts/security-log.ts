// Collects refusals and reached limits for the audit. Equal ones become one act with a count at each flush, and a flood of
// different ones is counted together, so that refused requests cannot fill the database.
import { eq } from 'drizzle-orm';
import { users } from '../../platform/database/schema.ts';
import type { Database } from '../../platform/database/transaction.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { recordAct } from './act-store.ts';
import type { ActEvent } from './act-words.ts';

export interface SecurityNote {
  event: ActEvent;
  route: string;
  /** The code of the refusal. */
  code?: string | undefined;
  /** The digest of the network. */
  network?: string | undefined;
  userId?: string | undefined;
  /** The address of the account that was tried, if nobody was signed in. */
  email?: string | undefined;
}

export interface SecurityLog {
  note(note: SecurityNote): void;
  /** Writes the notes since the last call to the audit. If that fails, the next call writes them. */
  write(): Promise<void>;
}

/** Different notes in one flush. The rest is counted as one. */
const maxNotes = 500;
const overflow: SecurityNote = { event: 'limit-reached', route: 'many', code: 'many' };

export function createSecurityLog({ database, clock }: { database: Database; clock: Clock }): SecurityLog {
  let counts = new Map<string, { note: SecurityNote; times: number }>();
  const count = (note: SecurityNote, times = 1): void => {
    const key = JSON.stringify([note.event, note.route, note.code, note.network, note.userId, note.email]);
    const known = counts.get(key);
    if (known) known.times += times;
    else if (counts.size < maxNotes || note === overflow) counts.set(key, { note, times });
    else count(overflow, times);
  };
  return {
    note: (note) => count(note),
    async write() {
      const noted = [...counts.values()];
      counts = new Map();
      if (noted.length === 0) return;
      const writing = database.transaction(async (tx) => {
        for (const { note, times } of noted) {
          const { event, route, code = null, network = null, email } = note;
          const [tried] = email ? await tx.select({ id: users.id }).from(users).where(eq(users.email, email)) : [];
          const userId = note.userId ?? tried?.id;
          await recordAct({ clock }, tx, {
            event,
            actor: 'service',
            userId,
            detail: { route, code, network, times },
          });
        }
      });
      await writing.catch((error) => {
        for (const { note, times } of noted) count(note, times);
        throw error;
      });
    },
  };
}
