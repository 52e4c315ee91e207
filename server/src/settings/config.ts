// Every setting of the service: its accepted values and its default. Each wrong value stops the start with a line. .env.example and
// docs/guide/settings.md are generated from this file; start-rules.ts has the rules for settings that conflict.
import * as limits from '@remembrance/contract/limits.ts';
import { uncheckedLinks } from './checked-tls.ts';
import { collectRefusals } from './collect-refusals.ts';
import { keySettings, readKeySettings } from './key-settings.ts';
import { mailSettings, readMail } from './mail-settings.ts';
import { findMisspelt } from './misspelt-settings.ts';
import { findSamePort, listener, networkInterface, port, proxies } from './network-settings.ts';
import { findOpenFiles } from './open-files.ts';
import { folder, programs } from './path-settings.ts';
import { databaseOf, readBucket, readOpenId, readStripe } from './setting-groups.ts';
import {
  address,
  choice,
  database,
  defaultOf,
  directoriesOf,
  type Environment,
  mayLieInFile,
  optionalWhole,
  origin,
  readSecrets,
  readVariable,
  secret,
  secrets,
  text,
  url,
  type ValueOf,
  type Variable,
  whole,
  yesOrNo,
} from './setting-kinds.ts';
import { findUnsafeProgram, isForThisMachine, judgeStart, type Override, overrides } from './start-rules.ts';

const overrideSettings = Object.fromEntries(
  Object.entries(overrides).map(([name, about]) => [name, yesOrNo(about)]),
) as Record<Override, ReturnType<typeof yesOrNo>>;

const variables = {
  PORT: whole('The port it listens on.', 1, 65_535, 3000),
  METRICS_PORT: port('Where 127.0.0.1:<port>/metrics answers Prometheus. Nothing listens there if it is not set.'),
  HOST: networkInterface('The interface it listens on. With localhost only this machine can reach it.', 'localhost'),
  PUBLIC_URL: origin('The public address, used in emails and links. Default: http://localhost:PORT.'),
  DATA_DIR: folder('Where the embedded database, files, emails and keys live.', './data'),
  DATABASE_URL: database('A PostgreSQL server (15 or newer). If it is not set, a private PostgreSQL runs in DATA_DIR.'),
  POSTGRES_PROGRAMS: programs(
    'The programs of that private PostgreSQL. If it is not set, a DATA_DIR keeps the version that created it; a new DATA_DIR uses the newest installed Debian package (15 to 18), or else the embedded version.',
  ),
  DATABASE_DIRECT_URL: database('The same server without a pooler, for migrations and notifications.'),
  DATABASE_OWNER_URL: database(
    'The same server as the role that owns the tables. If it is not set, the role of DATABASE_URL is used for everything.',
  ),
  NODE_ENV: choice('With production, the rules for a public service apply, whatever PUBLIC_URL is.', [
    'development',
    'production',
    'test',
  ]),
  LOG_LEVEL: choice('How much is logged.', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
  PRODUCT_NAME: text('The name on every screen and email.', 'Remembrance'),
  SUPPORT_EMAIL: address('Where people can write for help.', 'support@remembrance.example'),
  OPERATOR_EMAIL: address('The address for emails about problems that need the operator. Default: SUPPORT_EMAIL.'),
  TIME_URL: url(
    'An address whose Date header confirms the time after the clock was changed, or after a reboot. Requested only then.',
    ['https:'],
  ),
  SECRET: secret(
    'The master secret. The keys for codes, links, sessions, answers and everything encrypted outside vaults are derived from it, but not the master keys. If it is not set, the first start creates one in DATA_DIR/secrets.json.',
    32,
  ),
  OTHER_SECRETS: secrets('Other secrets that are still accepted, to rotate SECRET (docs/guide/keys.md).', 32),
  ...keySettings,
  JOURNAL_DIR: folder(
    'The journal: every act, and what was released, sent, withdrawn and deleted, for a restore. Best on another disk. Default: the bucket of S3_BUCKET, or DATA_DIR/journal without one.',
  ),
  TRUSTED_PROXIES: proxies('Proxies whose X-Forwarded-For is trusted. A service for others has to set this.'),
  ...mailSettings,
  OIDC_ISSUER: url('An OpenID Connect provider people sign in with. If it is not set, they sign in with a password.', [
    'https:',
    'http:',
  ]),
  OIDC_CLIENT_ID: text('Goes with OIDC_ISSUER.'),
  OIDC_CLIENT_SECRET: secret('Goes with OIDC_ISSUER.'),
  OPENID_TRUST_EMAIL: yesOrNo('Trusts every email address from your own provider, even one not confirmed there.'),
  STRIPE_SECRET_KEY: secret(
    'The secret key of Stripe. If it is not set, payments are simulated in a sandbox; a service for others then needs ALLOW_SANDBOX_PAYMENTS=true.',
  ),
  STRIPE_PUBLISHABLE_KEY: text('Goes with STRIPE_SECRET_KEY.'),
  STRIPE_WEBHOOK_SECRET: secret('Goes with STRIPE_SECRET_KEY.'),
  PASSWORD_HASH_COST: whole('The bcrypt cost of passwords and answers.', 4, 16, 12),
  MAX_FILE_BYTES: whole('The largest file that is accepted, in bytes.', 1, 5 * 1024 ** 3, limits.maxFileBytes),
  TRIAL_STORAGE_GB: whole('Gigabytes of unpaid files in 30 days; a network may add a fifth.', 1, 1_000_000, 100),
  RECIPIENT_LINK_DAYS: whole("How long a recipient's link works.", 1, 3650, limits.recipientLinkDays),
  RATE_LIMIT_FACTOR: whole('Multiplies all limits for measurements. A service for others refuses it.', 1, 1_000_000, 1),
  DISK_RESERVE_BYTES: optionalWhole(
    'Free disk space that uploads may not use. Default: the larger of 2 GB and 5 % of the disk; 10 % of a disk below 20 GB.',
  ),
  S3_ENDPOINT: url(
    'An S3-compatible object server. If it is not set, files are in DATA_DIR/objects. The four settings below go with it.',
    ['https:', 'http:'],
  ),
  S3_BUCKET: text('The bucket of the files and, without JOURNAL_DIR, of the journal. Nothing else uses it.'),
  S3_REGION: text('The region of the bucket.', 'us-east-1'),
  S3_ACCESS_KEY_ID: text('The access key that reads and writes there.'),
  S3_SECRET_ACCESS_KEY: secret('Goes with S3_ACCESS_KEY_ID.'),
  CLAMD: listener(
    'A virus scanner, the daemon of ClamAV, that scans each file while it is received. It refuses no file; the owner and the recipient see its findings.',
  ),
  DATABASE_POOL_SIZE: whole('Connections to the database.', 2, 200, 10),
  ...overrideSettings,
} as const satisfies Record<string, Variable<unknown>>;

type Values = { [Name in keyof typeof variables]: ValueOf<(typeof variables)[Name]> };

/** @throws {StartRefused} with one line for each value that is wrong, missing or in conflict with another */
export function readConfig(environment: Environment = process.env, options = process.execArgv) {
  const { read, add, end } = collectRefusals();
  const entries = Object.entries(variables).map(([name, variable]: [string, Variable<unknown>]) => [
    name,
    // A refused value counts as the default, so that the other rules are judged.
    read(() => readVariable(name, variable, environment)) ?? defaultOf(variable),
  ]);
  const values = Object.fromEntries(entries) as Values;
  const [stripe, openId] = [read(() => readStripe(values)), read(() => readOpenId(values))];
  const [bucket, secrets] = [read(() => readBucket(values)), read(() => readSecrets(values))];
  const [keys, mail] = [read(() => readKeySettings(values)), read(() => readMail(values))];
  const openFiles = findOpenFiles(environment, secretNames, values);
  const facts = { ...startFactsOf(values, stripe, findUnsafeProgram(environment, options)), openFiles };
  const judged = judgeStart(facts);
  for (const line of [...judged.refused, ...findSamePort(values)]) add(line);
  const misspelt = findMisspelt(Object.keys(environment), Object.keys(variables));
  end(misspelt);
  return {
    port: values.PORT,
    metricsPort: values.METRICS_PORT,
    host: facts.host,
    publicUrl: facts.publicUrl,
    /** The lines that the start prints for each overridden rule. */
    overridesInUse: judged.overridesInUse,
    checks: [...misspelt, ...judged.checks],
    settingsFile: environment.SETTINGS_FILE,
    ...directoriesOf(values.DATA_DIR, values.JOURNAL_DIR, bucket),
    database: databaseOf(values),
    isForOthers: judged.isForOthers,
    logLevel: values.LOG_LEVEL,
    productName: values.PRODUCT_NAME,
    supportEmail: values.SUPPORT_EMAIL,
    operatorEmail: facts.addresses.OPERATOR_EMAIL,
    timeUrl: values.TIME_URL,
    ...secrets,
    ...keys,
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    mail,
    /** The development pages and calls that show letters and simulate payments. Only if nobody else can reach them. */
    devMailbox: values.SMTP_URL === undefined && isForThisMachine(facts),
    stripe,
    openId: openId && { ...openId, trustsEmail: values.OPENID_TRUST_EMAIL },
    passwordHashCost: values.PASSWORD_HASH_COST,
    diskReserveBytes: values.DISK_RESERVE_BYTES,
    bucket,
    clamd: values.CLAMD, // undefined if nothing scans files
    maxFileBytes: values.MAX_FILE_BYTES,
    trialStorageGigabytes: values.TRIAL_STORAGE_GB,
    recipientLinkDays: values.RECIPIENT_LINK_DAYS,
    rateLimitFactor: values.RATE_LIMIT_FACTOR,
  };
}

export type Config = ReturnType<typeof readConfig>;

function startFactsOf(values: Values, stripe: ReturnType<typeof readStripe>, unsafeProgram: string | undefined) {
  const { MAIL_FROM, BOUNCE_ADDRESS, SUPPORT_EMAIL, OPERATOR_EMAIL = SUPPORT_EMAIL } = values;
  return {
    host: values.HOST,
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    production: values.NODE_ENV === 'production',
    smtpUrl: values.SMTP_URL,
    uncheckedLinks: uncheckedLinks(values),
    trustedProxies: values.TRUSTED_PROXIES,
    addresses: { MAIL_FROM, ...(BOUNCE_ADDRESS && { BOUNCE_ADDRESS }), SUPPORT_EMAIL, OPERATOR_EMAIL },
    stripe,
    rateLimitFactor: values.RATE_LIMIT_FACTOR,
    unsafeProgram,
    allowed: values,
  };
}

const secretNames = Object.entries(variables)
  .filter(([, variable]: [string, Variable<unknown>]) => mayLieInFile(variable))
  .map(([name]) => name);

export const listSettings = () =>
  Object.entries(variables).map(([name, variable]: [string, Variable<unknown>]) => {
    return { ...variable, name, mayLieInFile: mayLieInFile(variable) };
  });
