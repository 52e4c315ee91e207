// Reads back the letters that were kept as files. The ledger says which there are; the files hold what they say.
import { readFile } from 'node:fs/promises';
import type { DevLetter, LetterKind } from '@remembrance/contract/letters.ts';
import PostalMime from 'postal-mime';
import type { Database } from '../database/open-database.ts';
import { letterFile } from '../letters/folder-mailer.ts';
import { listSentLetters } from '../letters/letter-store.ts';

export interface KeptLettersNeeds {
  database: Database;
  lettersDirectory: string;
}

export interface KeptLetters {
  /** Newest first, at most `most`; those to one address where `to` is given, without regard to case. */
  list(options: { to?: string | undefined; max: number }): Promise<DevLetter[]>;
}

type Said = Pick<DevLetter, 'subject' | 'text' | 'html'>;

/** Files once written never change, so each is parsed once; so many are remembered. */
const maxRemembered = 1000;

export function createKeptLetters({ database, lettersDirectory }: KeptLettersNeeds): KeptLetters {
  const remembered = new Map<string, Said>();
  const read = async (id: string): Promise<Said | null> => {
    const known = remembered.get(id);
    if (known) return known;
    const said = await parseLetter(letterFile(lettersDirectory, id));
    if (!said) return null;
    const [oldest] = remembered.keys();
    if (oldest !== undefined && remembered.size >= maxRemembered) remembered.delete(oldest);
    remembered.set(id, said);
    return said;
  };
  return {
    async list(options) {
      const kept: DevLetter[] = [];
      for (const { id, kind, recipient, createdAt } of await listSentLetters(database, options)) {
        const said = await read(id);
        if (said)
          kept.push({ id, kind: kind as LetterKind, to: recipient, ...said, createdAt: createdAt.toISOString() });
      }
      return kept;
    },
  };
}

/** Answers null for a file that somebody has removed. */
async function parseLetter(file: string): Promise<Said | null> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!bytes) return null;
  const { subject = '', text = '', html = '' } = await PostalMime.parse(bytes);
  return { subject, text, html };
}
