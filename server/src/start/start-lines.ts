// The lines a start prints: the address, how the service runs, which rules are overridden and what to check.
import path from 'node:path';
import { isEmbedded } from '../platform/database/embedded/programs.ts';
import type { Config } from '../settings/config.ts';

interface DatabaseFacts {
  /** Whether one role owns the tables and uses them. */
  isDatabaseOwner: boolean;
  /** The version of the server. */
  postgres: string;
  /** Whether a standby follows it without synchronous replication. */
  hasLaggingStandby?: boolean;
  /** The folder of the PostgreSQL programs, for the private server in the data directory. */
  programs: string | undefined;
}

/** The same for the log: one message for each line with those that continue it. */
export function startMessages(lines: readonly string[]): string[] {
  const messages: string[] = [];
  for (const line of lines) {
    if (line === '') continue;
    const message = line.trim().replace(/ {2,}/, ': ');
    if (line.startsWith(continued)) messages.push(`${messages.pop()}; ${message}`);
    else messages.push(message);
  }
  return messages;
}

const continued = ' '.repeat(13);

export function startLines(config: Config, facts: DatabaseFacts): string[] {
  const { publicUrl, devMailbox, mail, dataDirectory, stripe } = config;
  const { overridesInUse, checks, settingsFile } = config;
  const letters = devMailbox
    ? `stored, not sent; read them at ${publicUrl}/dev/mail`
    : mail.smtpUrl
      ? 'sent by the mail server'
      : `stored, not sent, in ${dataDirectory}/letters`;
  return [
    '',
    `${config.productName} is ready: ${publicUrl}`,
    `  letters    ${letters}`,
    ...bounceLines(mail),
    `  payments   ${stripe ? 'by Stripe' : 'test mode: no card is charged'}`,
    ...databaseLines(config, facts),
    ...journalLines(config),
    ...otherServices(config),
    ...(settingsFile ? [`  settings   ${settingsFile}; the environment overrides it`] : []),
    ...overridesInUse.map((line) => `  allowed    ${line}`),
    ...checks.map((line) => `  check      ${line}`),
    '',
  ];
}

/** Only mail that leaves can come back. */
function bounceLines({ smtpUrl, bounceAddress, bounceMailboxUrl }: Config['mail']): string[] {
  if (!smtpUrl) return [];
  if (!bounceAddress) return ['  bounces    not read; BOUNCE_ADDRESS and BOUNCE_IMAP_URL turn this on'];
  if (!bounceMailboxUrl)
    return [`  bounces    go to ${bounceAddress}, and nobody reads them here; BOUNCE_IMAP_URL turns this on`];
  return [`  bounces    go to ${bounceAddress}, and are read from its mailbox`];
}

function databaseLines(
  { dataDirectory, database }: Config,
  { isDatabaseOwner, postgres, hasLaggingStandby, programs }: DatabaseFacts,
) {
  const first = `  database   PostgreSQL ${postgres}`;
  if (programs && isEmbedded(programs))
    return [`${first}, embedded, in ${dataDirectory}`, `             run by ${programs}`];
  const found =
    '             found on this machine; with POSTGRES_PROGRAMS=embedded a new DATA_DIR uses the version from npm';
  if (programs)
    return [`${first}, run by ${programs}, in ${dataDirectory}`, ...(database.programs === undefined ? [found] : [])];
  const oneRole = '             one role owns and uses the tables; DATABASE_OWNER_URL separates the two';
  const lags =
    '             a standby follows it without synchronous replication; its promotion loses changes and begins a hold';
  return [
    `${first}, the server of DATABASE_URL`,
    ...(isDatabaseOwner ? [oneRole] : []),
    ...(hasLaggingStandby ? [lags] : []),
  ];
}

/** Only configured services: an operator immediately sees what one process lacks and others have. */
function otherServices({ bucket, wrapsWith, clamd, openId }: Config): string[] {
  const keys = { file: undefined, kms: 'AWS KMS', transit: 'the transit engine' }[wrapsWith];
  return [
    bucket && `  files      in the bucket ${bucket.bucket}`,
    keys && `  keys       of vaults wrapped by ${keys}`,
    clamd && '  viruses    files are scanned by CLAMD',
    openId && `  sign-in    by ${openId.issuer}`,
  ].filter((line) => line !== undefined);
}

function journalLines({ dataDirectory, journalDirectory, bucket }: Config): string[] {
  if (journalDirectory === null) return [`  journal    in the bucket ${bucket?.bucket}, next to the files`];
  if (journalDirectory !== path.join(dataDirectory, 'journal')) return [];
  return [`  journal    in ${journalDirectory}, on the same disk as the data it protects; JOURNAL_DIR moves it`];
}
