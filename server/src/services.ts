// The composition root: which adapter serves which port, built once from the configuration.
import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { openDatabase } from './database/open-database.ts';
import { createDiskStorage } from './files/disk-storage.ts';
import { createQueue } from './jobs/queue.ts';
import { createKeyring } from './keys/keyring.ts';
import { loadMasterSecret } from './keys/master-secret.ts';
import { createFolderMailer } from './letters/folder-mailer.ts';
import { createSmtpMailer } from './letters/smtp-mailer.ts';
import type { Clock } from './lib/clock.ts';
import { systemClock } from './lib/clock.ts';
import { createSlowHash } from './lib/slow-hash.ts';
import { createRecipientSessions } from './vault-access/recipient-session.ts';

export type Services = Awaited<ReturnType<typeof createServices>>;

export async function createServices(config: Config, log: Logger, clock: Clock = systemClock) {
  const report = (message: string, error: Error) => log.error({ name: error.name, message: error.message }, message);
  const opened = await openDatabase({
    url: config.database.url,
    directUrl: config.database.directUrl,
    dataDirectory: config.dataDirectory,
    poolSize: config.database.poolSize,
    migrate: true,
    log: report,
  });
  const keyring = createKeyring(loadMasterSecret({ secret: config.secret, dataDirectory: config.dataDirectory }));
  const lettersDirectory = path.join(config.dataDirectory, 'letters');
  const mailer = config.mail.smtpUrl
    ? createSmtpMailer({ smtpUrl: config.mail.smtpUrl })
    : createFolderMailer({ folder: lettersDirectory });
  return {
    config,
    log,
    clock,
    database: opened.database,
    closeDatabase: opened.close,
    keyring,
    slowHash: createSlowHash(config.passwordHashCost),
    storage: createDiskStorage(path.join(config.dataDirectory, 'objects')),
    queue: createQueue({ connection: opened.connection, log: report }),
    mailer,
    lettersDirectory,
    recipientSessions: createRecipientSessions({ keyring, clock, secure: config.publicUrl.startsWith('https:') }),
    letterDomain: new URL(config.publicUrl).hostname,
    publicUrl: config.publicUrl,
    fileBytesMost: config.fileBytesMost,
    recipientLinkDays: config.recipientLinkDays,
  };
}
