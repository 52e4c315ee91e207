// How letters leave: the mailer, and what is asked and recorded around each letter.
import path from 'node:path';
import type { RateLimiter } from '../http/rate-limiter.ts';
import type { LogNames } from '../keys/secret/log-names.ts';
import type { VaultKeys } from '../keys/vault/vault-keys.ts';
import { markSent } from '../letters/ledger/letter-batch-store.ts';
import { createFolderMailer } from '../letters/mailers/folder-mailer.ts';
import type { Mailer } from '../letters/mailers/mailer.ts';
import { createLettersInFlight } from '../letters/sending/letters-in-flight.ts';
import type { SendLetterNeeds } from '../letters/sending/send-letters.ts';
import { together } from '../platform/lib/together.ts';
import type { Config } from '../settings/config.ts';
import { findLetterWait } from '../vaults/release/find-letter-wait.ts';
import { reportGivenUpLetter } from '../vaults/release/report-given-up-letter.ts';
import type { Foundation } from './create-foundation.ts';

interface Needs extends Foundation {
  vaultKeys: VaultKeys;
  rateLimiter: RateLimiter;
  logNames: LogNames;
}

export async function createLetters(needs: Needs) {
  const { config, log, clock, jobDatabase: database, keyring, vaultKeys, clockWatch, writeJournal } = needs;
  const { operatorNotices, restoreHold, rateLimiter, logNames } = needs;
  const { productName, supportEmail, publicUrl } = config;
  const lettersDirectory = path.join(config.dataDirectory, 'letters');
  const mailer = await openMailer(config, lettersDirectory);
  const letterSending = {
    database,
    keyring,
    vaultKeys,
    mailer,
    // A lease that ends by another clock than its holder's would have the letter sent twice.
    clock: { ...clock, now: clockWatch.likelyNow },
    inFlight: createLettersInFlight(mailer),
    recordSent: together(async (sent) => {
      await markSent(database, sent);
      await writeJournal().catch((error) => needs.reportFailure('the journal could not be written yet', error));
    }),
    // Letters that waited for one write of the journal ask together.
    isOnHold: together<void, boolean>(async () => restoreHold.isOn()),
    writeJournal,
    isCutOff: needs.isCutOff,
    onGivenUp: (tx, letter) => reportGivenUpLetter({ ...operatorNotices, publicUrl }, tx, letter),
    findWait: (letter) => findLetterWait({ ...operatorNotices, database, rateLimiter, logNames }, letter),
    letterhead: { productName, supportEmail, publicUrl },
    hasOpenIdProvider: config.openId !== undefined,
    mailFrom: config.mail.from,
    bounceAddress: config.mail.bounceAddress,
    log: (message, facts) => log.warn(facts, message),
  } satisfies SendLetterNeeds;
  return { mailer, lettersDirectory, letterSending, productName, publicUrl };
}

/** The library of SMTP is large, so only a start that needs it loads it. */
async function openMailer({ mail: { smtpUrl } }: Config, lettersDirectory: string): Promise<Mailer> {
  if (!smtpUrl) return createFolderMailer({ folder: lettersDirectory });
  const { createSmtpMailer } = await import('../letters/mailers/smtp-mailer.ts');
  return createSmtpMailer({ smtpUrl });
}
