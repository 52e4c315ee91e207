// For tests: settings that refuse a start, each with its line, for testing the individual rules and the complete program.

/** Everything a service for others needs. */
export const whole = {
  PUBLIC_URL: 'https://vault.example',
  HOST: '0.0.0.0',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'letters@keep.org',
  SUPPORT_EMAIL: 'help@keep.org',
  TRUSTED_PROXIES: '10.0.0.2, 10.1.0.0/16, 2001:db8::/32',
  DATABASE_URL: 'postgres://us:hunter2@db.example/vaults?sslmode=verify-full',
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
};
const without = (...names: (keyof typeof whole)[]): Record<string, string> =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => !names.some((left) => left === name)));
const bucket = {
  S3_ENDPOINT: 'https://objects.example',
  S3_BUCKET: 'vaults',
  S3_ACCESS_KEY_ID: 'us',
  S3_SECRET_ACCESS_KEY: 'hunter2',
};
const noStripe = without('STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET');

export const orKept = 'set SMTP_URL to the mail server, or set ALLOW_KEPT_LETTERS=true.';
const plainMail =
  'SMTP_URL leads to another machine without verified TLS; begin it with smtps:// or end it with ?requireTLS=true, or set ALLOW_PLAIN_SMTP=true.';
const plainDatabase =
  'DATABASE_URL leads to another machine without verified TLS; end it with ?sslmode=verify-full, or set ALLOW_PLAIN_DATABASE=true.';
export const proxiesMissing =
  "TRUSTED_PROXIES is missing, so everybody behind a proxy would share one person's limits; set it to the addresses of the proxy, or to none.";
export const sandbox =
  'STRIPE_SECRET_KEY is missing, so nobody would be charged; set it to the secret key of Stripe, or set ALLOW_SANDBOX_PAYMENTS=true.';
const database = (rest: string) => ({ ...whole, DATABASE_URL: `postgres://us:hunter2@db.example/vaults${rest}` });

const bounces = { ...whole, BOUNCE_ADDRESS: 'bounce@keep.org' };
const bounceLogin =
  'BOUNCE_IMAP_URL lacks the user or the password, or they are not written as in a URL; begin it with imaps://<user>:<password>@, with an @ in them as %40 and a % as %25.';

/** The problem, the settings, and the line. */
export const wrongStarts: [string, Record<string, string>, string][] = [
  [
    'for others, and limits for measurements',
    { ...whole, RATE_LIMIT_FACTOR: '2' },
    'RATE_LIMIT_FACTOR is 2, so passwords, codes and answers could be guessed 2 times as often; remove it.',
  ],
  [
    'for others, and no mail server',
    without('SMTP_URL'),
    `SMTP_URL is missing, and HOST 0.0.0.0 lets other machines in; ${orKept}`,
  ],
  [
    'a public address alone',
    { PUBLIC_URL: 'https://vault.example', TRUSTED_PROXIES: 'none' },
    `SMTP_URL is missing, and PUBLIC_URL https://vault.example is for others; ${orKept}`,
  ],
  [
    'an open interface alone',
    { HOST: '0.0.0.0' },
    `SMTP_URL is missing, and HOST 0.0.0.0 lets other machines in; ${orKept}`,
  ],
  ['an open interface of IPv6', { HOST: '::' }, `SMTP_URL is missing, and HOST :: lets other machines in; ${orKept}`],
  [
    'a proxy in front of the tools',
    { TRUSTED_PROXIES: '127.0.0.1' },
    `SMTP_URL is missing, and TRUSTED_PROXIES says that a proxy lets others in; ${orKept}`,
  ],
  [
    'production alone',
    { NODE_ENV: 'production', TRUSTED_PROXIES: 'none' },
    `SMTP_URL is missing, and NODE_ENV is production; ${orKept}`,
  ],
  [
    'a public address over http',
    { ...whole, PUBLIC_URL: 'http://vault.example' },
    'PUBLIC_URL is http://vault.example, which does not encrypt; set it to an address of https://, or set ALLOW_PLAIN_HTTP=true.',
  ],
  [
    'production without an address',
    { ...without('PUBLIC_URL'), NODE_ENV: 'production' },
    'PUBLIC_URL is http://localhost:3000, which does not encrypt; set it to an address of https://, or set ALLOW_PLAIN_HTTP=true.',
  ],
  ['nothing said of proxies', without('TRUSTED_PROXIES'), proxiesMissing],
  [
    'a proxy that is none',
    { ...whole, TRUSTED_PROXIES: 'nginx' },
    'TRUSTED_PROXIES is "nginx"; it takes IP addresses or networks, but not every address (/0), separated by commas; or none.',
  ],
  [
    'a network that is none',
    { ...whole, TRUSTED_PROXIES: '10.0.0.0/33' },
    'TRUSTED_PROXIES is "10.0.0.0/33"; it takes IP addresses or networks, but not every address (/0), separated by commas; or none.',
  ],
  [
    'a network of every address',
    { ...whole, TRUSTED_PROXIES: '0.0.0.0/0' },
    'TRUSTED_PROXIES is "0.0.0.0/0"; it takes IP addresses or networks, but not every address (/0), separated by commas; or none.',
  ],
  [
    'an OpenID provider without TLS',
    { ...whole, OIDC_ISSUER: 'http://id.example', OIDC_CLIENT_ID: 'us', OIDC_CLIENT_SECRET: 'hunter2' },
    'OIDC_ISSUER leads to another machine without TLS; set it to an address of https://, or set ALLOW_PLAIN_OPENID=true.',
  ],
  [
    'a bucket without TLS',
    { ...whole, ...bucket, S3_ENDPOINT: 'http://objects.example' },
    'S3_ENDPOINT leads to another machine without TLS; set it to an address of https://, or set ALLOW_PLAIN_STORAGE=true.',
  ],
  [
    'a virus scanner on another machine',
    { ...whole, CLAMD: 'clamav.example:3310' },
    'CLAMD leads to another machine, and every file would travel there unencrypted; run the scanner on this one, or set ALLOW_PLAIN_SCANNER=true.',
  ],
  ['mail without TLS', { ...whole, SMTP_URL: 'smtp://mail.example' }, plainMail],
  ['mail with TLS if offered', { ...whole, SMTP_URL: 'smtp://mail.example?requireTLS=false' }, plainMail],
  ['mail with anybody', { ...whole, SMTP_URL: 'smtps://mail.example?tls.rejectUnauthorized=false' }, plainMail],
  ['a database without TLS', database(''), plainDatabase],
  ['a database with TLS turned off', database('?sslmode=disable'), plainDatabase],
  ['a database with TLS to anybody', database('?sslmode=no-verify'), plainDatabase],
  ['a database with TLS as libpq requires it', database('?uselibpqcompat=true&sslmode=require'), plainDatabase],
  [
    'a second database address without TLS',
    { ...whole, DATABASE_DIRECT_URL: 'postgres://us:hunter2@db.example/vaults' },
    plainDatabase.replace('DATABASE_URL', 'DATABASE_DIRECT_URL'),
  ],
  [
    'a certificate that is not there',
    database('?sslmode=verify-full&sslrootcert=/no/such/file'),
    "DATABASE_URL cannot be used: ENOENT: no such file or directory, open '/no/such/file'",
  ],
  [
    'certificates that Node.js does not check',
    { ...whole, NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    'NODE_TLS_REJECT_UNAUTHORIZED is 0, so no certificate would be checked; remove it.',
  ],
  [
    'an open debugger',
    { ...whole, NODE_OPTIONS: '--max-old-space-size=512 --inspect=0.0.0.0:9229' },
    'Node.js is started with --inspect, which lets others read everything; start it without.',
  ],
  [
    'old TLS',
    { ...whole, NODE_OPTIONS: '"--tls-min-v1.0"' },
    'Node.js is started with --tls-min-v1.0, which allows broken encryption; start it without.',
  ],
  [
    'old TLS, as Node.js reads it too',
    { ...whole, NODE_OPTIONS: '--tls_min_v1.1' },
    'Node.js is started with --tls-min-v1.1, which allows broken encryption; start it without.',
  ],
  [
    'for others, and a file with secrets that is open to everybody',
    { ...whole, SETTINGS_FILE: '/etc/passwd' },
    'Everybody on this machine may read or change /etc/passwd, with secrets; run chmod o= /etc/passwd, or set ALLOW_OPEN_FILES=true.',
  ],
  [
    'a parser that accepts unclear requests',
    { ...whole, NODE_OPTIONS: '--insecure-http-parser' },
    'Node.js is started with --insecure-http-parser, which accepts requests that a proxy reads differently; start it without.',
  ],
  [
    'what people send in the output',
    { ...whole, NODE_DEBUG: 'http' },
    'NODE_DEBUG or NODE_DEBUG_NATIVE is set, so Node.js would print what people send; remove it.',
  ],
  [
    'the keys of every connection in a file',
    { ...whole, NODE_OPTIONS: '--tls-keylog=/var/log/tls-keys' },
    'Node.js is started with --tls-keylog, which lets others read everything; start it without.',
  ],
  [
    'a mail server with old TLS',
    { ...whole, SMTP_URL: 'smtps://us:hunter2@mail.example?tls.minVersion=TLSv1' },
    plainMail,
  ],
  ['no Stripe keys', noStripe, sandbox],
  ['no Stripe keys in production', { ...noStripe, NODE_ENV: 'production' }, sandbox],
  [
    'a live secret with a test page',
    { ...whole, STRIPE_PUBLISHABLE_KEY: 'pk_test_x' },
    'STRIPE_SECRET_KEY is a live key and STRIPE_PUBLISHABLE_KEY a test key; take both from one mode, or set ALLOW_MIXED_PAYMENT_KEYS=true.',
  ],
  [
    'a test secret with a live page, on one machine',
    {
      STRIPE_SECRET_KEY: 'rk_test_x',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
      STRIPE_WEBHOOK_SECRET: 'whsec_x',
    },
    'STRIPE_SECRET_KEY is a test key and STRIPE_PUBLISHABLE_KEY a live key; take both from one mode, or set ALLOW_MIXED_PAYMENT_KEYS=true.',
  ],
  [
    'a secret key in the place of the publishable one',
    { ...whole, STRIPE_PUBLISHABLE_KEY: 'sk_live_hunter2' },
    'STRIPE_PUBLISHABLE_KEY does not begin with pk_; set it to the publishable key, which browsers read. A secret key never goes there.',
  ],
  [
    'a publishable key in the place of the secret one',
    { ...whole, STRIPE_SECRET_KEY: 'pk_live_x' },
    'STRIPE_SECRET_KEY does not begin with sk_ or rk_; set it to the secret key.',
  ],
  [
    'another secret than that of the webhook endpoint',
    { ...whole, STRIPE_WEBHOOK_SECRET: 'hunter2' },
    'STRIPE_WEBHOOK_SECRET does not begin with whsec_; set it to the signing secret of the webhook endpoint.',
  ],
  [
    'an address that can exist nowhere',
    { ...whole, OPERATOR_EMAIL: 'us@keep.example' },
    'OPERATOR_EMAIL is us@keep.example, which cannot exist; set it to one of your addresses, or set ALLOW_EXAMPLE_ADDRESSES=true.',
  ],
  [
    'only some of the Stripe keys',
    without('STRIPE_WEBHOOK_SECRET'),
    'STRIPE_WEBHOOK_SECRET is missing; set it to its value from Stripe, together with the others.',
  ],
  [
    'the secret key of Stripe alone',
    { STRIPE_SECRET_KEY: 'sk_live_hunter2' },
    'STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET are missing; set them to their values from Stripe, together with the others.',
  ],
  [
    'a bounce mailbox without its address',
    { ...whole, BOUNCE_IMAP_URL: 'imaps://us:hunter2@imap.keep.org' },
    'BOUNCE_IMAP_URL goes with BOUNCE_ADDRESS; set that to the address whose emails arrive in this mailbox.',
  ],
  [
    'a bounce mailbox without a password',
    { ...bounces, BOUNCE_IMAP_URL: 'imaps://hunter2@imap.keep.org' },
    bounceLogin,
  ],
  [
    'a bounce mailbox with a password that no URL contains',
    { ...bounces, BOUNCE_IMAP_URL: 'imaps://us:hunter2%@imap.keep.org' },
    bounceLogin,
  ],
  [
    'a bounce mailbox of another protocol',
    { ...bounces, BOUNCE_IMAP_URL: 'https://us:hunter2@mail.keep.org' },
    'BOUNCE_IMAP_URL is not valid; it takes an address that begins with imaps:// or imap://; in its password, # is written %23, / is %2F, ? is %3F, @ is %40 and % is %25.',
  ],
  [
    'a bounce address with a plus sign',
    { ...whole, BOUNCE_ADDRESS: 'us+bounce@keep.org' },
    'BOUNCE_ADDRESS is "us+bounce@keep.org"; it takes an email address with at most 20 characters before the @, from a to z, digits, dots, hyphens and underscores.',
  ],
  [
    'a bounce address that leaves no room for the token',
    { ...whole, BOUNCE_ADDRESS: 'bounces-of-our-letters@keep.org' },
    'BOUNCE_ADDRESS is "bounces-of-our-letters@keep.org"; it takes an email address with at most 20 characters before the @, from a to z, digits, dots, hyphens and underscores.',
  ],
  [
    'a bounce address that can exist nowhere',
    { ...whole, BOUNCE_ADDRESS: 'bounce@keep.example' },
    'BOUNCE_ADDRESS is bounce@keep.example, which cannot exist; set it to one of your addresses, or set ALLOW_EXAMPLE_ADDRESSES=true.',
  ],
];
