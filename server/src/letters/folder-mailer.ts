// Keeps letters as .eml files where no mail server is set. A letter counts as sent once its file would survive a power cut.
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { mailMessage } from './mail-message.ts';
import { type Mailer, MailUnavailable } from './mailer.ts';

const unfinished = '.tmp';
/** Longer than any write takes, so that a neighbour's is left alone. */
const abandonedAfterMilliseconds = 15 * 60_000;

export const letterFile = (folder: string, letterId: string): string => path.join(folder, `${letterId}.eml`);

export function createFolderMailer({ folder }: { folder: string }): Mailer {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  removeAbandoned(folder);
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    kind: 'folder',
    async send(letter) {
      const { message } = await composer.sendMail(mailMessage(letter));
      if (!Buffer.isBuffer(message)) throw new Error('the composed letter is not in memory');
      await keep(letterFile(folder, letter.id), message).catch((cause: Error) => {
        throw new MailUnavailable(`the folder of letters cannot be written: ${cause.message}`, { cause });
      });
    },
    async forget(letterIds) {
      await Promise.all(letterIds.map((id) => rm(letterFile(folder, id), { force: true })));
    },
    close: () => composer.close(),
  };
}

// What a process that was killed has left half written; its letter was not sent by that, and is written again.
function removeAbandoned(folder: string): void {
  const abandoned = Date.now() - abandonedAfterMilliseconds;
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    if (name.endsWith(unfinished) && (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) < abandoned) {
      rmSync(file, { force: true });
    }
  }
}

// Whole or not at all, and written again without harm: the name is the letter's own.
async function keep(file: string, bytes: Buffer): Promise<void> {
  const draft = `${file}.${randomUUID()}${unfinished}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
  const directory = await open(path.dirname(file), 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
