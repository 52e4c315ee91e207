// Opens the service as every command does, and examines its database, mail, keys, journal, files, clock, backup and payments.
import { statSync } from 'node:fs';
import { pino } from 'pino';
import { readLastBackup } from '../../operations/health/last-backup.ts';
import { hasLaggingStandby, readServerVersion } from '../../platform/database/server-facts.ts';
import { createServices, type Services } from '../../services.ts';
import type { Config } from '../../settings/config.ts';
import { explainFault } from '../../start/explain-fault.ts';
import { refuseUnfitServer } from '../../start/refuse-unfit-server.ts';
import { sendTestLetter } from '../admin/test-letter.ts';
import { type Finding, look, ok, wrong } from './finding.ts';

/** What the jobs of the running service find. */
const notSeenHere = ['jobs', 'bounces'];
const maxBackupDays = 2;

export async function examineServices(config: Config): Promise<Finding[]> {
  const services = await createServices(config, pino({ level: 'silent' }));
  try {
    return [
      ...(await examineDatabase(config, services)),
      await examineMail(services),
      ...(await examineBounces(config, services)),
      ...(await examineParts(services)),
      examineJournal(config),
      await examineBackup(config, services),
      ...(await payments(config, services)),
    ];
  } finally {
    await services.sandbox?.stop();
    await services.closeDatabase();
  }
}

async function payments(config: Config, services: Services): Promise<Finding[]> {
  if (!config.stripe) return [look('payments', 'no keys of Stripe are set, so no card is charged')];
  const { examinePayments } = await import('./examine-payments.ts');
  return examinePayments({ ...config.stripe, publicUrl: config.publicUrl, now: services.clock.now() });
}

async function examineDatabase({ database: server }: Config, services: Services): Promise<Finding[]> {
  const { database, isDatabaseOwner } = services;
  const version = `PostgreSQL ${await readServerVersion(database)}`;
  if (server.embedded) return [ok('database', `${version}, embedded`)];
  const lossy = await refuseUnfitServer(server, true).then(
    () => [],
    (error) => [wrong('database', explainFault(error) ?? error.message)],
  );
  const roles = isDatabaseOwner
    ? look('database', 'one role owns and uses the tables; DATABASE_OWNER_URL separates the two')
    : ok('database', 'two roles: the service cannot change the tables and what is recorded');
  const lags = 'a standby follows without synchronous replication; its promotion loses changes and begins a hold';
  const standby = (await hasLaggingStandby(database)) ? [look('database', lags)] : [];
  return [ok('database', version), roles, ...lossy, ...standby];
}

async function examineMail(services: Services): Promise<Finding> {
  try {
    const answer = await sendTestLetter(services);
    return services.mailer.kind === 'folder' ? look('mail', answer) : ok('mail', answer);
  } catch (error) {
    return wrong(
      'mail',
      `${(error as Error).message} Correct SMTP_URL and MAIL_FROM, or ask the mail server’s operator.`,
    );
  }
}

async function examineBounces({ mail }: Config, { bounceMailbox }: Services): Promise<Finding[]> {
  if (!mail.smtpUrl) return [];
  if (!mail.bounceAddress)
    return [look('bounces', 'not read; BOUNCE_ADDRESS and BOUNCE_IMAP_URL turn this on (docs/guide/bounces.md)')];
  if (!bounceMailbox) return [look('bounces', `go to ${mail.bounceAddress}, and nobody reads them here`)];
  try {
    const waiting = await bounceMailbox.probe();
    const words = `the mailbox can be read, with ${waiting} new messages`;
    return [ok('bounces', `${words}; npm run admin -- test-bounces sends one`)];
  } catch (error) {
    return [wrong('bounces', `BOUNCE_IMAP_URL: ${(error as Error).message}. See docs/guide/bounces.md.`)];
  }
}

async function examineParts({ readHealth, healthPartNames }: Services): Promise<Finding[]> {
  const failing = new Map((await readHealth()).map((found) => [found.part, found]));
  return healthPartNames
    .filter((part) => !notSeenHere.includes(part))
    .map((part) => {
      const found = failing.get(part);
      if (!found) return ok(part);
      return wrong(part, [found.problem, found.cause, `See docs/guide/troubleshooting.md.`].filter(Boolean).join(' '));
    });
}

function examineJournal({ journalDirectory, dataDirectory, bucket }: Config): Finding {
  if (journalDirectory === null) return ok('journal', `in the bucket ${bucket?.bucket}`);
  if (statSync(journalDirectory).dev !== statSync(dataDirectory).dev)
    return ok('journal', `in ${journalDirectory}, on another disk than the data`);
  return look('journal', `in ${journalDirectory}, on the same disk as the data; JOURNAL_DIR moves it`);
}

async function examineBackup({ dataDirectory }: Config, { clock }: Services): Promise<Finding> {
  const newest = await readLastBackup(dataDirectory);
  if (!newest)
    return look(
      'backup',
      '“npm run backup” has taken none; take one, or make sure that other tools do (docs/guide/backup.md)',
    );
  const days = (clock.now().getTime() - newest.at.getTime()) / 86_400_000;
  const words = `the newest is from ${newest.at.toISOString()}, in ${newest.place}`;
  return days > maxBackupDays ? wrong('backup', `${words}; take one each day: npm run backup`) : ok('backup', words);
}
