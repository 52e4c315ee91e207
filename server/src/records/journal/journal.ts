// The journal: an append-only record outside the database of every act, and of everything promised, sent, withdrawn and deleted. From
// it a restored database learns what happened since its backup, and an auditor learns whether the record is complete.
import { StartRefused } from '../../platform/lib/start-refused.ts';
import {
  type Batch,
  composeBatch,
  createChainReader,
  type Entry,
  readSignedHead,
  type SignedHead,
} from './journal-chain.ts';
import type { JournalKeys } from './journal-keys.ts';
import { firstPosition, type JournalStorage } from './journal-storage.ts';

export interface NewBatch {
  entries: readonly Entry[];
  at: Date;
  changeIds: readonly string[];
}

export interface Journal extends Pick<JournalStorage, 'place' | 'wayOn' | 'probe' | 'forgetBefore' | 'setAside'> {
  keys: JournalKeys;
  /**
   * The batch survives a power cut once this resolves. One process writes at a time.
   * @param known a position that the journal has reached
   * @param check throws if nothing may follow this line
   */
  append(batch: NewBatch, known: number, check: (last: SignedHead | null) => Promise<void>): Promise<SignedHead>;
  /** Passes on every unaltered batch, oldest first. @returns the findings, as sentences without their full stop */
  read(visit: (batch: Batch) => Promise<void> | void): Promise<string[]>;
  /** The signed line with the highest position; null if there is none. @throws {StartRefused} if another key has signed it */
  readLast(known?: number): Promise<SignedHead | null>;
}

export function createJournal(storage: JournalStorage, keys: JournalKeys): Journal {
  const findLast = async (known?: number) => {
    const last = await storage.findLast(keys, known);
    if (last.isForeign)
      throw new StartRefused(
        `The journal in ${storage.place} was signed with another key, or was changed; ${storage.wayOn}. If its secret was lost and replaced, run: npm run restore -- --without-journal "the secret is lost"`,
      );
    return last;
  };
  return {
    ...storage,
    keys,
    async append({ entries, at, changeIds }, known, check) {
      const last = await findLast(known);
      await check(last.head);
      await last.trim();
      const { text, head } = composeBatch(keys, last.head, { entries, at: at.toISOString(), changeIds });
      await storage.append({ position: (last.head?.position ?? 0) + 1, text, head }, last);
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

/** Copies each signed batch that the other place lacks, unchanged. A repeated run continues where the previous one stopped. */
export async function copyJournal(keys: JournalKeys, from: JournalStorage, to: JournalStorage): Promise<number> {
  const reached = (await to.findLast(keys)).head?.position ?? 0;
  let [text, position, copied] = ['', 0, 0];
  for await (const line of from.lines()) {
    if (text === '') position = firstPosition(line);
    text += `${line}\n`;
    const end = readSignedHead(keys, line);
    if (!end) continue;
    if (end.head.position > reached) {
      await to.append({ position, text, head: end.head });
      copied += 1;
    }
    text = '';
  }
  return copied;
}
