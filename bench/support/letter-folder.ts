// The letters an installation without a mail server keeps as files: who each is to, its Message-ID, how often it was written.
import { type FSWatcher, mkdirSync, readdirSync, readFileSync, watch } from 'node:fs';
import path from 'node:path';

export interface KeptLetter {
  file: string;
  to: string;
  messageId: string;
}

/** Reads the header of every letter in the folder. */
export function readLetters(dataDirectory: string): KeptLetter[] {
  const folder = path.join(dataDirectory, 'letters');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.eml'))
    .map((file) => {
      const [header = ''] = readFileSync(path.join(folder, file), 'utf8').split('\r\n\r\n', 1);
      const field = (name: string) =>
        new RegExp(`^${name}:(.*)$`, 'im').exec(header.replace(/\r\n[ \t]/g, ' '))?.[1]?.trim() ?? '';
      return { file, to: /<?([^<>\s]+@[^<>\s]+)>?$/.exec(field('To'))?.[1] ?? '', messageId: field('Message-ID') };
    });
}

export interface LetterWatch {
  /** How many letters were written again under the same name. */
  repeats(): number;
  close(): void;
}

/** Counts from outside how often each letter is written, which the folder alone does not show. */
export function watchLetters(dataDirectory: string): LetterWatch {
  const folder = path.join(dataDirectory, 'letters');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const written = new Map<string, number>();
  const watcher: FSWatcher = watch(folder, (event, file) => {
    if (event === 'rename' && file?.endsWith('.eml')) written.set(file, (written.get(file) ?? 0) + 1);
  });
  return {
    repeats: () => [...written.values()].filter((times) => times > 1).length,
    close: () => watcher.close(),
  };
}
