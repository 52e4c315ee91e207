// Reads the letters of a run, from the mail server, the development mailbox or the folder.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { api } from '@remembrance/contract/api.ts';
import PostalMime from 'postal-mime';
import { createCaller } from './http-client.ts';

export interface Letter {
  to: string;
  subject: string;
  text: string;
  messageId: string;
  /** The real time at which the mail server accepted it, if there was one. */
  arrivedAt?: Date;
}

export interface Mailbox {
  /** Oldest first. */
  lettersTo(address: string): Promise<Letter[]>;
}

/** A mailbox that can list the letters to everyone. */
export interface FullMailbox extends Mailbox {
  all(): Promise<Letter[]>;
}

/** The development mailbox of a server without a mail server. */
export const devMailbox = (url: string): Mailbox => ({
  async lettersTo(address) {
    const letters = await createCaller(url).ask(api.listDevLetters, { query: { to: address } });
    return letters.map(({ to, subject, text, id }) => ({ to, subject, text, messageId: id })).reverse();
  },
});

/** The folder of a server without a mail server, read without calling the server. */
export function folderMailbox(dataDirectory: string): FullMailbox {
  const folder = path.join(dataDirectory, 'letters');
  const known = new Map<string, Letter>();
  const all = async () => {
    // The id of a letter starts with its time. An in-memory folder lists the newest first.
    for (const file of (unlessCut(() => readdirSync(folder)) ?? []).toSorted()) {
      if (!file.endsWith('.eml') || known.has(file)) continue;
      const bytes = unlessCut(() => readFileSync(path.join(folder, file)));
      if (bytes) known.set(file, await readLetter(bytes));
    }
    return [...known.values()];
  };
  return { all, lettersTo: async (address) => (await all()).filter(({ to }) => to === address) };
}

/** Null while the disk is cut off: the next call reads the folder. */
function unlessCut<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EIO') return null;
    throw error;
  }
}

export async function readLetter(bytes: Buffer): Promise<Letter> {
  const { to, subject = '', text = '', messageId = '' } = await PostalMime.parse(bytes);
  return { to: to?.[0]?.address ?? '', subject, text, messageId };
}
