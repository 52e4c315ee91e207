// Refuses unsafe starts: a service for others that is only half configured, or development tools that others could reach. Every
// rule has one line that says what to set, and an override, which the start prints when used. All broken rules are reported.
import { isLoopback } from '../platform/lib/loopback.ts';

/** Settings that allow a start to break a rule. */
export const overrides = {
  ALLOW_KEPT_LETTERS: 'Starts for others without SMTP_URL: emails are stored in DATA_DIR and reach nobody.',
  ALLOW_PLAIN_HTTP: 'Starts for others with a PUBLIC_URL of http://.',
  ALLOW_PLAIN_SMTP: 'Starts for others with an SMTP_URL to another machine that does not require verified TLS.',
  ALLOW_PLAIN_DATABASE: 'Starts for others with a DATABASE_URL to another machine that does not require verified TLS.',
  ALLOW_PLAIN_OPENID: 'Starts for others with an OIDC_ISSUER of http:// on another machine.',
  ALLOW_PLAIN_STORAGE: 'Starts for others with an S3_ENDPOINT of http:// on another machine.',
  ALLOW_PLAIN_SCANNER: 'Starts for others even if CLAMD is on another machine and receives the files unencrypted.',
  ALLOW_SANDBOX_PAYMENTS: 'Starts for others with the payment sandbox: no card is charged.',
  ALLOW_OPEN_FILES: 'Starts for others even if everybody on the machine may read or change a file with secrets.',
  ALLOW_EXAMPLE_ADDRESSES:
    'Starts for others with addresses that can exist nowhere: MAIL_FROM, BOUNCE_ADDRESS, SUPPORT_EMAIL or OPERATOR_EMAIL.',
  ALLOW_MIXED_PAYMENT_KEYS: 'Starts with payment keys of two modes, test and live.',
} as const;
export type Override = keyof typeof overrides;

export interface StartFacts {
  host: string;
  publicUrl: string;
  production: boolean;
  smtpUrl: string | undefined;
  /** The settings that point to another machine without verified TLS. */
  uncheckedLinks: string[];
  /** Undefined if it is not set. */
  trustedProxies: string[] | undefined;
  /** The sender and alarm addresses, by the names of their settings. */
  addresses: Record<string, string>;
  stripe: { secretKey: string; publishableKey: string; webhookSecret: string } | undefined;
  /** It also multiplies the limits on guesses. */
  rateLimitFactor: number;
  /** A command-line option that opens the program to a debugger or leaves certificates unchecked. */
  unsafeProgram: string | undefined;
  /** The files with secrets that everybody on the machine may read or change. */
  openFiles: string[];
  allowed: Record<Override, boolean>;
}

/** The problem and what to set, without the ending ", or set <override>=true." */
type Finding = string | string[] | false | undefined;

/** Whether only people at this machine can reach the service, by all its settings. */
export const isForThisMachine = ({ host, publicUrl, production, trustedProxies = [] }: StartFacts): boolean =>
  !production && isLoopback(host) && isLoopback(new URL(publicUrl).hostname) && trustedProxies.length === 0;

const isForOthers = ({ publicUrl, production }: StartFacts): boolean =>
  production || !isLoopback(new URL(publicUrl).hostname);

function findBrokenRules(facts: StartFacts): Record<Override, Finding> {
  const { publicUrl, smtpUrl, stripe } = facts;
  const forOthers = isForOthers(facts);
  /** @param setting its name, or the beginning of several names */
  const findUnchecked = (setting: string, advice: string): Finding => {
    const name = forOthers && facts.uncheckedLinks.find((link) => link.startsWith(setting));
    return name && `${name} leads to another machine${advice}`;
  };
  return {
    ALLOW_KEPT_LETTERS:
      !smtpUrl &&
      !isForThisMachine(facts) &&
      `SMTP_URL is missing, and ${whyOthers(facts)}; set SMTP_URL to the mail server`,
    ALLOW_PLAIN_HTTP:
      forOthers &&
      publicUrl.startsWith('http:') &&
      `PUBLIC_URL is ${publicUrl}, which does not encrypt; set it to an address of https://`,
    ALLOW_PLAIN_SMTP: findUnchecked(
      'SMTP_URL',
      ' without verified TLS; begin it with smtps:// or end it with ?requireTLS=true',
    ),
    ALLOW_PLAIN_DATABASE: findUnchecked('DATABASE_', ' without verified TLS; end it with ?sslmode=verify-full'),
    ALLOW_PLAIN_OPENID: findUnchecked('OIDC_ISSUER', ' without TLS; set it to an address of https://'),
    ALLOW_PLAIN_STORAGE: findUnchecked('S3_ENDPOINT', ' without TLS; set it to an address of https://'),
    ALLOW_PLAIN_SCANNER: findUnchecked(
      'CLAMD',
      ', and every file would travel there unencrypted; run the scanner on this one',
    ),
    ALLOW_SANDBOX_PAYMENTS:
      forOthers &&
      !stripe &&
      'STRIPE_SECRET_KEY is missing, so nobody would be charged; set it to the secret key of Stripe',
    ALLOW_OPEN_FILES: forOthers && findOpenFile(facts),
    ALLOW_EXAMPLE_ADDRESSES: forOthers && findExampleAddresses(facts),
    ALLOW_MIXED_PAYMENT_KEYS: findMixedKeys(stripe),
  };
}

const findOpenFile = ({ openFiles }: StartFacts): Finding =>
  openFiles.length > 0 &&
  `Everybody on this machine may read or change ${openFiles.join(' and ')}, with secrets; run chmod o= ${openFiles.join(' ')}`;

/** @param options Node.js options, from the command line */
export function findUnsafeProgram(
  environment: Record<string, string | undefined>,
  options: readonly string[],
): string | undefined {
  if (environment.NODE_TLS_REJECT_UNAUTHORIZED === '0')
    return 'NODE_TLS_REJECT_UNAUTHORIZED is 0, so no certificate would be checked; remove it.';
  if (environment.NODE_DEBUG || environment.NODE_DEBUG_NATIVE)
    return 'NODE_DEBUG or NODE_DEBUG_NATIVE is set, so Node.js would print what people send; remove it.';
  const all = [...options, ...(environment.NODE_OPTIONS ?? '').split(/[\s"]+/)];
  // Node.js reads an underscore as a hyphen.
  const unsafe = all
    .map((option) => option.split('=')[0]?.replaceAll('_', '-') ?? '')
    .find((option) => /^--(inspect|tls-min-v1\.[01]$|tls-keylog$|insecure-http-parser$)/.test(option));
  return unsafe && `Node.js is started with ${unsafe}, ${whyUnsafe(unsafe)}; start it without.`;
}

function whyUnsafe(option: string): string {
  if (option.startsWith('--tls-min')) return 'which allows broken encryption';
  if (option === '--insecure-http-parser') return 'which accepts requests that a proxy reads differently';
  return 'which lets others read everything';
}

export interface StartJudgement {
  isForOthers: boolean;
  /** Every reason to refuse the start, one line each. */
  refused: string[];
  /** The line that the start prints for each override in use. */
  overridesInUse: string[];
  /** The line that the start prints for each thing to check. */
  checks: string[];
}

export function judgeStart(facts: StartFacts): StartJudgement {
  const refused: string[] = [];
  const overridesInUse: string[] = [];
  if (isForOthers(facts) && facts.unsafeProgram) refused.push(facts.unsafeProgram);
  if (isForOthers(facts) && facts.trustedProxies === undefined) {
    refused.push(
      "TRUSTED_PROXIES is missing, so everybody behind a proxy would share one person's limits; set it to the addresses of the proxy, or to none.",
    );
  }
  if (isForOthers(facts) && facts.rateLimitFactor > 1) {
    refused.push(
      `RATE_LIMIT_FACTOR is ${facts.rateLimitFactor}, so passwords, codes and answers could be guessed ${facts.rateLimitFactor} times as often; remove it.`,
    );
  }
  refused.push(...findWrongKeys(facts.stripe));
  for (const [override, finding] of Object.entries(findBrokenRules(facts)) as [Override, Finding][]) {
    for (const line of [finding || []].flat()) {
      if (facts.allowed[override]) overridesInUse.push(`${override}: ${line}.`);
      else refused.push(`${line}, or set ${override}=true.`);
    }
  }
  if (isForOthers(facts) && facts.trustedProxies?.length === 0) {
    overridesInUse.push('TRUSTED_PROXIES is none: everybody behind a proxy, if there is one, shares one limit.');
  }
  const openFile = !isForOthers(facts) && findOpenFile(facts);
  return { isForOthers: isForOthers(facts), refused, overridesInUse, checks: openFile ? [`${openFile}.`] : [] };
}

/** Reserved for examples and tests (RFC 2606): no letter to them arrives. */
const exampleDomain = /[@.](example|invalid|test|localhost|example\.(com|net|org))$/i;

function findExampleAddresses({ addresses }: StartFacts): Finding {
  return Object.entries(addresses)
    .filter(([name, address]) => exampleDomain.test(address) && !isFallback(name, addresses))
    .map(([name, address]) => `${name} is ${address}, which cannot exist; set it to one of your addresses`);
}

/** The operator's address is that of the support unless it is set. */
const isFallback = (name: string, addresses: Record<string, string>): boolean =>
  name === 'OPERATOR_EMAIL' && addresses[name] === addresses.SUPPORT_EMAIL;

function whyOthers({ host, publicUrl, production, trustedProxies = [] }: StartFacts): string {
  if (production) return 'NODE_ENV is production';
  if (!isLoopback(host)) return `HOST ${host} lets other machines in`;
  if (trustedProxies.length > 0) return 'TRUSTED_PROXIES says that a proxy lets others in';
  return `PUBLIC_URL ${publicUrl} is for others`;
}

/** Swapped keys would show the secret one to every browser. Stripe's keys say by their beginning what they are. */
function findWrongKeys(stripe: StartFacts['stripe']): string[] {
  if (!stripe) return [];
  const { secretKey, publishableKey, webhookSecret } = stripe;
  return [
    /^(sk|rk)_/.test(secretKey) ? '' : 'STRIPE_SECRET_KEY does not begin with sk_ or rk_; set it to the secret key.',
    /^pk_/.test(publishableKey)
      ? ''
      : 'STRIPE_PUBLISHABLE_KEY does not begin with pk_; set it to the publishable key, which browsers read. A secret key never goes there.',
    /^whsec_/.test(webhookSecret)
      ? ''
      : 'STRIPE_WEBHOOK_SECRET does not begin with whsec_; set it to the signing secret of the webhook endpoint.',
  ].filter(Boolean);
}

function findMixedKeys(stripe: StartFacts['stripe']): Finding {
  const [secret, publishable] = [stripe?.secretKey, stripe?.publishableKey].map(
    (key) => /^(?:sk|rk|pk)_(live|test)_/.exec(key ?? '')?.[1],
  );
  if (!secret || !publishable || secret === publishable) return undefined;
  return `STRIPE_SECRET_KEY is a ${secret} key and STRIPE_PUBLISHABLE_KEY a ${publishable} key; take both from one mode`;
}
