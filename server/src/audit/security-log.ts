// Refusals and limits on their way to the audit. The same thing from the same place is one line with a count for each
// flush, and a flood of different ones is counted together, so that nobody fills the database by being refused.
import { eq } from 'drizzle-orm';
import type { Database } from '../database/open-database.ts';
import { users } from '../database/schema.ts';
import type { Clock } from '../lib/clock.ts';
import { type AuditEvent, recordAudit } from './audit-store.ts';

export interface SecurityNote {
  event: AuditEvent;
  route: string;
  /** The code of the refusal. */
  code?: string | undefined;
  /** The digest of the network. */
  network?: string | undefined;
  userId?: string | undefined;
  /** Whose account was tried, where nobody was signed in. */
  email?: string | undefined;
}

export interface SecurityLog {
  note(note: SecurityNote): void;
  /** Writes down what was noted since the last time. */
  write(): Promise<void>;
}

/** Different notes for one flush; what goes beyond is counted as one. */
const maxNotes = 500;
const beyond: SecurityNote = { event: 'limit-reached', route: 'many', code: 'many' };

export function createSecurityLog({ database, clock }: { database: Database; clock: Clock }): SecurityLog {
  let counts = new Map<string, { note: SecurityNote; times: number }>();
  const count = (note: SecurityNote) => {
    const key = JSON.stringify([note.event, note.route, note.code, note.network, note.userId, note.email]);
    const known = counts.get(key);
    if (known) known.times += 1;
    else if (counts.size < maxNotes || note === beyond) counts.set(key, { note, times: 1 });
    else count(beyond);
  };
  return {
    note: count,
    async write() {
      const noted = [...counts.values()];
      counts = new Map();
      if (noted.length === 0) return;
      await database.transaction(async (tx) => {
        for (const { note, times } of noted) {
          const { event, route, code = null, network = null, email } = note;
          const [tried] = email ? await tx.select({ id: users.id }).from(users).where(eq(users.email, email)) : [];
          const userId = note.userId ?? tried?.id;
          await recordAudit({ clock }, tx, {
            event,
            actor: 'service',
            userId,
            detail: { route, code, network, times },
          });
        }
      });
    },
  };
}
