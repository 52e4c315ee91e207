// The composition root: creates every service and adapter once from the configuration.
import path from 'node:path';
import { loginCallback } from '@remembrance/contract/openid.ts';
import { paymentWebhook } from '@remembrance/contract/payments.ts';
import { postEvent } from '@remembrance/sandbox/events.ts';
import type { Logger } from 'pino';
import { createClamdScanner } from './files/scan/clamd-scanner.ts';
import { createTransfers } from './files/upload/transfers.ts';
import { describeFault } from './http/problem-reply.ts';
import { countTry, uncountTry } from './http/rate-limit-store.ts';
import { createRateLimiter } from './http/rate-limiter.ts';
import { originsOf } from './http/require-our-origin.ts';
import { createLogNames } from './keys/secret/log-names.ts';
import { createVaultKeys } from './keys/vault/vault-keys.ts';
import { markSent } from './letters/ledger/letter-batch-store.ts';
import { createNewKeyReport, createUnreadableReport } from './letters/ledger/report-keys.ts';
import { createFolderMailer } from './letters/mailers/folder-mailer.ts';
import type { Mailer } from './letters/mailers/mailer.ts';
import { createLettersInFlight } from './letters/sending/letters-in-flight.ts';
import type { SendLetterNeeds } from './letters/sending/send-letters.ts';
import { healthParts } from './operations/health/health-parts.ts';
import { createJobWatch } from './operations/health/job-watch.ts';
import { createReadHealth } from './operations/health/read-health.ts';
import { createReportFailingParts } from './operations/health/report-failing-parts.ts';
import { createExchangeReport } from './operations/restore/report-exchange.ts';
import type { OpenIdProvider } from './people/openid/openid-provider.ts';
import { isBreached } from './people/passwords/breached-passwords.ts';
import { createReadOwner } from './people/sessions/read-owner.ts';
import { createSessionCookies } from './people/sessions/session-cookies.ts';
import { listRestoredPlans } from './plans/restored-plans.ts';
import { reserveLogRoom } from './platform/database/embedded/reserve-log-room.ts';
import { nameOfListener } from './platform/database/served-elsewhere.ts';
import { type Clock, systemClock } from './platform/lib/clock.ts';
import { createHashLanes, createSlowHash } from './platform/lib/slow-hash.ts';
import { together } from './platform/lib/together.ts';
import { createSecurityLog } from './records/acts/security-log.ts';
import { createOutsideClock, listTimeSources } from './records/clock/outside-clock.ts';
import { createClockWatch } from './records/clock/watch-clock.ts';
import { createJournalWriter } from './records/journal/journal-writer.ts';
import type { Config } from './settings/config.ts';
import { openInstallation } from './start/open-installation.ts';
import { openPaymentGateway } from './start/open-payment-gateway.ts';
import { ownAddress } from './start/own-address.ts';
import { findLetterWait } from './vaults/release/find-letter-wait.ts';
import { reportGivenUpLetter } from './vaults/release/report-given-up-letter.ts';
import { createRecipientSessions } from './vaults/vault-access/recipient-session.ts';

// The libraries of SMTP and of OpenID are large, so only a start that needs one loads it.

async function openMailer({ mail: { smtpUrl } }: Config, lettersDirectory: string): Promise<Mailer> {
  if (!smtpUrl) return createFolderMailer({ folder: lettersDirectory });
  const { createSmtpMailer } = await import('./letters/mailers/smtp-mailer.ts');
  return createSmtpMailer({ smtpUrl });
}

async function openProvider({ openId, publicUrl }: Config): Promise<OpenIdProvider | null> {
  if (!openId) return null;
  const { createOpenIdProvider } = await import('./people/openid/openid-client-provider.ts');
  return createOpenIdProvider({ ...openId, publicUrl, callbackPath: loginCallback.path });
}

export type Services = Awaited<ReturnType<typeof createServices>>;

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one list of which adapter serves which port
export async function createServices(config: Config, log: Logger, clock: Clock = systemClock) {
  const report = (message: string, error: Error) => log.error({ error: describeFault(error) }, message);
  let reportDifference = (_difference: string) => {};
  const onDifference = (difference: string) => reportDifference(difference);
  const installation = await openInstallation(config, clock, { log: report, onDifference });
  const { opened, keyring, masterKeys, keyFile, journalFile, restoreHold, storage } = installation;
  const lettersDirectory = path.join(config.dataDirectory, 'letters');
  const mailer = await openMailer(config, lettersDirectory);
  const { database, jobDatabase } = opened;
  const { writeJournal, writeUnlessBusy, isCutOff } = createJournalWriter({
    database: jobDatabase,
    clock,
    journalFile,
    isOnHold: restoreHold.isOn,
  });
  const journalNeeds = { database, clock, journalFile, writeJournal };
  const virusScanner = config.clamd
    ? createClamdScanner(config.clamd, {
        log: (fileId, reason) => log.warn({ fileId, reason }, 'a file was not scanned'),
      })
    : null;
  const logNames = createLogNames({ keyring, clock });
  const rateLimiter = createRateLimiter({
    clock,
    factor: config.rateLimitFactor,
    digestKey: (key) => keyring.digest('rate-limit', key),
    countTry: (key, count) => countTry(database, key, count),
    uncountTry: (key) => uncountTry(database, key),
  });
  const { publicUrl, productName, supportEmail } = config;
  const letterDomain = new URL(publicUrl).hostname;
  const operatorNotices = { keyring, clock, letterDomain, operatorEmail: config.operatorEmail };
  reportDifference = createExchangeReport({ ...operatorNotices, database: jobDatabase, log });
  const outsideClock = createOutsideClock(listTimeSources(config.timeUrl), clock);
  const clockWatch = createClockWatch({ ...operatorNotices, database, outsideClock, log });
  const hashLanes = createHashLanes(clock);
  const slowHash = createSlowHash(config.passwordHashCost, hashLanes.passwords);
  const answerHash = createSlowHash(config.passwordHashCost, hashLanes.answers);
  const cookies = createSessionCookies({ publicUrl, keyring });
  const ourOrigins = originsOf(publicUrl);
  const reportFailure = (what: string, error: unknown) => log.error({ error: describeFault(error) }, what);
  const onUnreadable = createUnreadableReport({
    ...operatorNotices,
    database: jobDatabase,
    log: (vaultId, cause) => log.error({ vaultId, error: describeFault(cause) }, 'a part of a vault cannot be opened'),
    reportFailure,
  });
  const vaultKeys = createVaultKeys({ masterKeys, clock, codeKey: journalFile.keys.codeKey, onUnreadable });
  const jobWatch = createJobWatch(clock);
  const checked = { ...journalNeeds, writeJournal: writeUnlessBusy, keyring, storage, masterKeys, mailer, config };
  const parts = healthParts({ ...checked, clockWatch, restoreHold, virusScanner, jobWatch });
  return {
    config,
    log,
    jobDatabase,
    closeDatabase: opened.close,
    databasePool: opened.pool,
    cutDatabase: opened.cut,
    listenerConnection: { ...opened.connection, application_name: nameOfListener(installation.filesIdentity) },
    isDatabaseOwner: !opened.embedded && opened.isOwner,
    postgresPrograms: opened.programs,
    reserveLogRoom: async () => {
      if (opened.embedded && opened.ownerConnection) await reserveLogRoom(opened.ownerConnection);
    },
    keyring,
    keyFile,
    ...journalNeeds,
    restoreHold,
    masterKeys,
    vaultKeys,
    reportNewKey: createNewKeyReport({ ...operatorNotices, database: jobDatabase }),
    logNames,
    securityLog: createSecurityLog({ database, clock }),
    slowHash,
    isBreached: (password: string) => isBreached(config.dataDirectory, password),
    answerHash,
    storage,
    virusScanner,
    clockWatch,
    jobWatch,
    healthPartNames: parts.map(({ name }) => name),
    readHealth: createReadHealth(parts, { clock, log: (message, facts) => log.warn(facts, message) }),
    reportFailingParts: createReportFailingParts({ ...operatorNotices, database: jobDatabase }, parts),
    mailer,
    letterSending: {
      database: jobDatabase,
      keyring,
      vaultKeys,
      mailer,
      // A lease that ends by another clock than its holder's would have the letter sent twice.
      clock: { ...clock, now: clockWatch.likelyNow },
      inFlight: createLettersInFlight(mailer),
      recordSent: together(async (sent) => {
        await markSent(jobDatabase, sent);
        await writeJournal().catch((error) => reportFailure('the journal could not be written yet', error));
      }),
      // Letters that waited for one write of the journal ask together.
      isOnHold: together<void, boolean>(async () => restoreHold.isOn()),
      writeJournal,
      isCutOff,
      onGivenUp: (tx, letter) => reportGivenUpLetter({ ...operatorNotices, publicUrl }, tx, letter),
      findWait: (letter) =>
        findLetterWait({ ...operatorNotices, database: jobDatabase, rateLimiter, logNames }, letter),
      letterhead: { productName, supportEmail, publicUrl },
      hasOpenIdProvider: config.openId !== undefined,
      mailFrom: config.mail.from,
      log: (message, facts) => log.warn(facts, message),
    } satisfies SendLetterNeeds,
    lettersDirectory,
    rateLimiter,
    ...openPaymentGateway({
      config,
      database,
      clock,
      keyring,
      reportFailure,
      // The sandbox delivers its webhook events to this process over HTTP, as Stripe would.
      deliverEvent: postEvent(ownAddress(config, paymentWebhook.path)),
    }),
    ourOrigins,
    cookies,
    listRestoredPlans,
    openIdProvider: await openProvider(config),
    readOwner: createReadOwner({ database, clock, cookies }),
    recipientSessions: createRecipientSessions({ keyring, clock, secure: publicUrl.startsWith('https:') }),
    letterDomain,
    operatorEmail: config.operatorEmail,
    productName,
    publicUrl,
    reportFailure,
    transfers: createTransfers(),
    maxFileBytes: config.maxFileBytes,
    trialStorageGigabytes: config.trialStorageGigabytes,
    recipientLinkDays: config.recipientLinkDays,
  };
}
