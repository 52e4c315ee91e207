// The journal: a record outside the database, to which lines are only added, of every act and of what was promised, sent, withdrawn and
// deleted. A restored database learns from it what happened since its backup, and an auditor whether the record is whole.
import { StartRefused } from '../../platform/lib/start-refused.ts';
import { type Batch, composeBatch, createChainReader, type Entry, readHead, type SignedHead } from './journal-chain.ts';
import type { JournalKeys } from './journal-keys.ts';
import { firstPosition, type JournalStorage } from './journal-storage.ts';

export interface NewBatch {
  entries: readonly Entry[];
  at: Date;
  changeId: string;
}

export interface Journal extends Pick<JournalStorage, 'place' | 'wayOn' | 'probe' | 'forgetBefore' | 'setAside'> {
  keys: JournalKeys;
  /**
   * The batch survives a power cut once this resolves. One writer at a time.
   * @param known a position that the journal has reached
   * @param check throws where nothing may come after this line
   */
  append(batch: NewBatch, known: number, check: (last: SignedHead | null) => Promise<void>): Promise<SignedHead>;
  /** Hands out every batch that nobody has altered, oldest first. @returns what was found, as sentences without their full stop */
  read(visit: (batch: Batch) => Promise<void> | void): Promise<string[]>;
  /** The signed line with the highest position; null without one. @throws {StartRefused} if another key has signed it */
  readLast(known?: number): Promise<SignedHead | null>;
}

export function createJournal(storage: JournalStorage, keys: JournalKeys): Journal {
  const findLast = async (known?: number) => {
    const last = await storage.findLast(keys, known);
    if (last.isForeign)
      throw new StartRefused(
        `The journal in ${storage.place} was signed with another key, or was changed; ${storage.wayOn}.`,
      );
    return last;
  };
  return {
    ...storage,
    keys,
    async append({ entries, at, changeId }, known, check) {
      const last = await findLast(known);
      await check(last.head);
      await last.trim();
      const { text, head } = composeBatch(keys, last.head, { entries, at: at.toISOString(), changeId });
      await storage.append({ position: (last.head?.position ?? 0) + 1, text, head });
      return head;
    },
    async read(visit) {
      const reader = createChainReader(keys);
      for await (const line of storage.lines()) {
        const batch = reader.add(line);
        if (batch) await visit(batch);
      }
      return [...reader.findings];
    },
    readLast: async (known) => (await findLast(known)).head,
  };
}

/** Copies each signed batch that the other place lacks, as it is. Run again, it goes on where it was. */
export async function copyJournal(keys: JournalKeys, from: JournalStorage, to: JournalStorage): Promise<number> {
  const reached = (await to.findLast(keys)).head?.position ?? 0;
  let [text, position, copied] = ['', 0, 0];
  for await (const line of from.lines()) {
    if (text === '') position = firstPosition(line);
    text += `${line}\n`;
    const end = readHead(keys, line);
    if (!end) continue;
    if (end.head.position > reached) {
      await to.append({ position, text, head: end.head });
      copied += 1;
    }
    text = '';
  }
  return copied;
}
