// Stores letters as .eml files where no mail server is set. A letter counts as sent once its file would survive a power cut.
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { isAbandoned, isDraft, replaceDurably, writeSynced } from '../lib/durable-file.ts';
import { mailMessage } from './mail-message.ts';
import { type Mailer, MailUnavailable } from './mailer.ts';

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
      const write = replaceDurably(letterFile(folder, letter.id), (draft) => writeSynced(draft, message));
      await write.catch((cause: Error) => {
        throw new MailUnavailable(`the folder of letters cannot be written: ${cause.message}`, { cause });
      });
    },
    async forget(letterIds) {
      await Promise.all(letterIds.map((id) => rm(letterFile(folder, id), { force: true })));
    },
    close: () => composer.close(),
  };
}

// A process that was killed leaves a draft; its letter does not count as sent and is written again.
function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder).filter(isDraft)) {
    const file = path.join(folder, name);
    const found = statSync(file, { throwIfNoEntry: false });
    if (found && isAbandoned(found)) rmSync(file, { force: true });
  }
}
