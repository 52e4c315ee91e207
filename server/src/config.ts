// Every setting of the service: where it comes from, what it takes, what it is when left out.
// A wrong value stops the start with one line; .env.example is generated from this file.
import path from 'node:path';
import * as limits from '@remembrance/contract/limits.ts';

interface Variable<T> {
  /** One line for .env.example. */
  about: string;
  /** What is said when the value is wrong: "takes …". */
  takes: string;
  /** The value as it would be written, or undefined where there is none. */
  fallback: string | undefined;
  /** Answers undefined for a value it does not take. */
  read: (text: string) => T | undefined;
  /** Never printed. */
  secret?: boolean;
}

const text = (about: string, fallback?: string): Variable<string> => ({
  about,
  takes: 'a text',
  fallback,
  read: (value) => value,
});
const secret = (about: string, shortest = 1): Variable<string> => ({
  about,
  takes: shortest > 1 ? `a secret of at least ${shortest} characters` : 'a secret',
  fallback: undefined,
  secret: true,
  read: (value) => (value.length >= shortest ? value : undefined),
});
const whole = (about: string, least: number, most: number, fallback: number): Variable<number> => ({
  about,
  takes: `a whole number from ${least} to ${most}`,
  fallback: String(fallback),
  read: (value) => (/^\d{1,15}$/.test(value) && +value >= least && +value <= most ? +value : undefined),
});
const optionalWhole = (about: string): Variable<number> => ({
  ...whole(about, 0, Number.MAX_SAFE_INTEGER, 0),
  takes: 'a whole number',
  fallback: undefined,
});
const choice = <T extends string>(about: string, values: readonly T[], fallback?: T): Variable<T> => ({
  about,
  takes: `one of ${values.join(', ')}`,
  fallback,
  read: (value) => values.find((known) => known === value),
});
const url = (about: string, protocols: string[], options: { secret?: boolean } = {}): Variable<string> => ({
  about,
  takes: `an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  fallback: undefined,
  ...options,
  read: (value) => (URL.canParse(value) && protocols.includes(new URL(value).protocol) ? value : undefined),
});
const yesOrNo = (about: string): Variable<boolean> => ({
  about,
  takes: 'true or false',
  fallback: 'false',
  read: (value) => (value === 'true' ? true : value === 'false' ? false : undefined),
});
const address = (about: string, fallback?: string): Variable<string> => ({
  about,
  takes: 'an email address',
  fallback,
  read: (value) => (/^[^\s@<>"]{1,64}@[^\s@<>"]{1,190}$/.test(value) ? value : undefined),
});

const variables = {
  PORT: whole('The port it listens on.', 1, 65_535, 3000),
  HOST: text('The interface it listens on; localhost keeps it to this machine.', 'localhost'),
  PUBLIC_URL: url('The address people reach it by, used in letters and links. Default: http://localhost:PORT.', [
    'http:',
    'https:',
  ]),
  DATA_DIR: text('Where the embedded database, files, letters and keys live.', './data'),
  DATABASE_URL: url(
    'A PostgreSQL server (15 or newer). Left out, a private PostgreSQL is run in DATA_DIR.',
    ['postgres:', 'postgresql:'],
    { secret: true },
  ),
  DATABASE_DIRECT_URL: url(
    'The same server without a pooler between, for migrations and the queue.',
    ['postgres:', 'postgresql:'],
    { secret: true },
  ),
  NODE_ENV: choice('production refuses the payment sandbox and the development mailbox.', [
    'development',
    'production',
    'test',
  ]),
  LOG_LEVEL: choice('How much is logged.', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
  PRODUCT_NAME: text('The name on every screen and letter.', 'Remembrance'),
  SUPPORT_EMAIL: address('Where people can write for help.', 'support@remembrance.example'),
  OPERATOR_EMAIL: address('Where the service writes when something needs the operator. Default: SUPPORT_EMAIL.'),
  SECRET: secret('The master secret all keys come from. Left out, one is made once in DATA_DIR/secrets.json.', 32),
  TRUSTED_PROXIES: text('Addresses of proxies whose X-Forwarded-For is believed, separated by commas.'),
  SMTP_URL: url('The mail server. Left out, letters are kept as files in DATA_DIR/letters.', ['smtp:', 'smtps:'], {
    secret: true,
  }),
  MAIL_FROM: address('The sender of letters.', 'letters@remembrance.example'),
  OIDC_ISSUER: url('An OpenID Connect provider people sign in with. Left out, they sign in here with a password.', [
    'https:',
    'http:',
  ]),
  OIDC_CLIENT_ID: text('Goes with OIDC_ISSUER.'),
  OIDC_CLIENT_SECRET: secret('Goes with OIDC_ISSUER.'),
  STRIPE_SECRET_KEY: secret('The card processor. Left out, payments are played in a sandbox.'),
  STRIPE_PUBLISHABLE_KEY: text('Goes with STRIPE_SECRET_KEY.'),
  STRIPE_WEBHOOK_SECRET: secret('Goes with STRIPE_SECRET_KEY.'),
  ALLOW_SANDBOX_PAYMENTS: yesOrNo('Lets the payment sandbox run with NODE_ENV=production.'),
  PASSWORD_HASH_COST: whole('The bcrypt cost of passwords and answers.', 4, 16, 12),
  FILE_BYTES_MOST: whole('The largest file that is taken, in bytes.', 1, 5 * 1024 ** 3, limits.fileBytesMost),
  RECIPIENT_LINK_DAYS: whole("How long a recipient's link works.", 1, 3650, limits.recipientLinkDays),
  RATE_LIMIT_FACTOR: whole('Multiplies every limit per network; for measurements on one machine.', 1, 1_000_000, 1),
  DISK_RESERVE_BYTES: optionalWhole(
    'Free disk space that uploads may not use. Default: the larger of 2 GB and 5 % of the disk; 10 % of one below 20 GB.',
  ),
  DATABASE_POOL_SIZE: whole('Connections to the database.', 2, 200, 10),
} as const satisfies Record<string, Variable<unknown>>;

type Values = { [Name in keyof typeof variables]: ValueOf<(typeof variables)[Name]> };
type ValueOf<V> = V extends Variable<infer T> ? (V extends { fallback: string } ? T : T | undefined) : never;
type Environment = Record<string, string | undefined>;

/** A setting that cannot be used; its message is the one line to print. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

function readVariable(name: string, variable: Variable<unknown>, environment: Environment): unknown {
  const given = environment[name]?.trim();
  if (given === undefined || given === '') {
    return variable.fallback === undefined ? undefined : variable.read(variable.fallback);
  }
  const value = variable.read(given);
  if (value !== undefined) return value;
  throw new ConfigError(
    `${name} is ${variable.secret ? 'set to something else' : `"${given}"`}; it takes ${variable.takes}.`,
  );
}

/** @throws {ConfigError} when a value is wrong or does not go with another. */
export function readConfig(environment: Environment = process.env) {
  const entries = Object.entries(variables).map(([name, variable]) => [
    name,
    readVariable(name, variable as Variable<unknown>, environment),
  ]);
  const values = Object.fromEntries(entries) as Values;
  const stripe = readStripe(values);
  const openId = readOpenId(values);
  const production = values.NODE_ENV === 'production';
  const embedded = values.DATABASE_URL === undefined;
  if (!stripe && production && !values.ALLOW_SANDBOX_PAYMENTS) {
    throw new ConfigError(
      'STRIPE_SECRET_KEY is missing; with NODE_ENV=production it takes the key of the card processor, or ALLOW_SANDBOX_PAYMENTS=true.',
    );
  }
  const publicUrl = (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, '');
  return {
    port: values.PORT ?? 3000,
    host: values.HOST ?? 'localhost',
    publicUrl,
    production,
    dataDirectory: path.resolve(values.DATA_DIR ?? './data'),
    database: {
      url: values.DATABASE_URL,
      directUrl: values.DATABASE_DIRECT_URL,
      poolSize: values.DATABASE_POOL_SIZE ?? 10,
      embedded,
    },
    logLevel: values.LOG_LEVEL ?? 'info',
    productName: values.PRODUCT_NAME ?? 'Remembrance',
    supportEmail: values.SUPPORT_EMAIL ?? '',
    operatorEmail: values.OPERATOR_EMAIL ?? values.SUPPORT_EMAIL ?? '',
    secret: values.SECRET,
    trustedProxies: (values.TRUSTED_PROXIES ?? '')
      .split(',')
      .map((proxy) => proxy.trim())
      .filter(Boolean),
    mail: { smtpUrl: values.SMTP_URL, from: values.MAIL_FROM ?? '' },
    /** The page and the call that show letters; only where nothing else could send them and nobody else could read them. */
    devMailbox: embedded && !production && values.SMTP_URL === undefined,
    stripe,
    openId,
    passwordHashCost: values.PASSWORD_HASH_COST ?? 12,
    diskReserveBytes: values.DISK_RESERVE_BYTES,
    fileBytesMost: values.FILE_BYTES_MOST ?? limits.fileBytesMost,
    recipientLinkDays: values.RECIPIENT_LINK_DAYS ?? limits.recipientLinkDays,
    rateLimitFactor: values.RATE_LIMIT_FACTOR ?? 1,
  };
}

export type Config = ReturnType<typeof readConfig>;

function readStripe(values: Values) {
  const secretKey = values.STRIPE_SECRET_KEY;
  const publishableKey = values.STRIPE_PUBLISHABLE_KEY;
  const webhookSecret = values.STRIPE_WEBHOOK_SECRET;
  if (!secretKey && !publishableKey && !webhookSecret) return undefined;
  if (secretKey && publishableKey && webhookSecret) return { secretKey, publishableKey, webhookSecret };
  const missing = Object.entries({
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  }).find(([, value]) => !value)?.[0];
  throw new ConfigError(
    `${missing} is missing; it takes its value from the card processor, together with the other two.`,
  );
}

function readOpenId(values: Values) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values;
  if (!issuer && !clientId && !clientSecret) return undefined;
  if (issuer && clientId && clientSecret) return { issuer, clientId, clientSecret };
  const missing = !issuer ? 'OIDC_ISSUER' : !clientId ? 'OIDC_CLIENT_ID' : 'OIDC_CLIENT_SECRET';
  throw new ConfigError(`${missing} is missing; it takes its value from the provider, together with the other two.`);
}

/** The text of .env.example. */
export function environmentExample(): string {
  const lines = Object.entries(variables).map(([name, variable]: [string, Variable<unknown>]) => {
    return `# ${variable.about} Takes ${variable.takes}.\n# ${name}=${variable.fallback ?? ''}\n`;
  });
  return `# Every setting of the service. Nothing here is needed to try it: npm start works without.\n\n${lines.join('\n')}`;
}
