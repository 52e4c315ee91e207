// Stores letters as .eml files if no mail server is configured. A letter counts as sent once its file would survive a power cut.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { replaceDurably, syncFolder, writeSynced } from '../../platform/lib/durable-file.ts';
import { makeFolders } from '../../platform/lib/make-folders.ts';
import { together } from '../../platform/lib/together.ts';
import { composeMessage } from './mail-message.ts';
import { type Mailer, MailUnavailable } from './mailer.ts';

export const letterFile = (folder: string, letterId: string): string => path.join(folder, `${letterId}.eml`);

export function createFolderMailer({ folder }: { folder: string }): Mailer {
  makeFolders(folder, 0o700);
  const sync = together<void>(() => syncFolder(folder));
  return {
    kind: 'folder',
    server: null,
    atOnce: 96, // they share one write and one sync
    async send(letter) {
      const message = composeMessage(letter);
      const file = letterFile(folder, letter.id);
      const write = replaceDurably(
        file,
        (unfinished) => writeSynced(unfinished, message),
        () => sync(),
      );
      await write.catch((cause: Error) => {
        throw new MailUnavailable(`the letters folder cannot be written: ${cause.message}`, { cause });
      });
      return file;
    },
    async probe() {},
    async forget(letterIds) {
      await Promise.all(letterIds.map((id) => rm(letterFile(folder, id), { force: true })));
    },
  };
}
