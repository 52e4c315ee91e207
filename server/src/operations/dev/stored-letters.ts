// Reads letters that were stored as files. The ledger lists them; the files have their content.
import { readFile } from 'node:fs/promises';
import type { DevLetter, LetterKind } from '@remembrance/contract/letters.ts';
import PostalMime from 'postal-mime';
import { listSentLetters } from '../../letters/ledger/letter-report-store.ts';
import { letterFile } from '../../letters/mailers/folder-mailer.ts';
import type { Database } from '../../platform/database/transaction.ts';

export interface KeptLettersNeeds {
  database: Database;
  lettersDirectory: string;
}

export interface KeptLetters {
  /** Newest first, at most `max`. With `to` only those to that address, ignoring case. */
  list(options: { to?: string | undefined; max: number }): Promise<DevLetter[]>;
}

type Content = Pick<DevLetter, 'subject' | 'text' | 'html'>;

/** Files never change, so each is parsed once. */
const maxCached = 1000;

export function createKeptLetters({ database, lettersDirectory }: KeptLettersNeeds): KeptLetters {
  const cache = new Map<string, Content>();
  const read = async (id: string): Promise<Content | null> => {
    const cached = cache.get(id);
    if (cached) return cached;
    const content = await parseLetter(letterFile(lettersDirectory, id));
    if (!content) return null;
    const [oldest] = cache.keys();
    if (oldest !== undefined && cache.size >= maxCached) cache.delete(oldest);
    cache.set(id, content);
    return content;
  };
  return {
    async list(options) {
      const stored: DevLetter[] = [];
      for (const { id, kind, recipient, createdAt } of await listSentLetters(database, options)) {
        const content = await read(id);
        if (content)
          stored.push({ id, kind: kind as LetterKind, to: recipient, ...content, createdAt: createdAt.toISOString() });
      }
      return stored;
    },
  };
}

/** Returns null for a file that somebody has removed. */
async function parseLetter(file: string): Promise<Content | null> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!bytes) return null;
  const { subject = '', text = '', html = '' } = await PostalMime.parse(bytes);
  return { subject, text, html };
}
