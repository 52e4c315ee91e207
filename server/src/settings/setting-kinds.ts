// The kinds of settings: which values each accepts, and the message for others. Pure, except for secrets in files.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { StartRefused } from '../platform/lib/start-refused.ts';

export interface Variable<T, F = string | undefined> {
  /** One line for .env.example. */
  about: string;
  /** The accepted values, for the message about a wrong value: "takes …". */
  takes: string;
  /** The default as text, or undefined if there is none. */
  fallback: F;
  /** Returns undefined for a value it does not accept. */
  read: (text: string) => T | undefined;
  /** Never printed, and it may be in a file. */
  secret?: boolean;
  /** Another setting names its file. */
  hasOwnFile?: boolean;
}

export type ValueOf<V> = V extends Variable<infer T, infer F> ? T | Extract<F, undefined> : never;
export type Environment = Record<string, string | undefined>;

export const text = <F extends string | undefined>(about: string, fallback?: F) => ({
  about,
  takes: 'a text',
  fallback: fallback as F,
  read: (value: string) => value,
});
export const secret = (about: string, shortest = 1): Variable<string> => ({
  about,
  takes: shortest > 1 ? `a secret of at least ${shortest} characters` : 'a secret',
  fallback: undefined,
  secret: true,
  read: (value) => (value.length >= shortest ? value : undefined),
});
export const secrets = (about: string, shortest: number): Variable<string[]> => ({
  ...secret(about, shortest),
  takes: `secrets of at least ${shortest} characters, separated by commas`,
  read: (value) => readList(value, (one) => one.length >= shortest),
});
export const whole = (about: string, min: number, max: number, fallback: number): Variable<number, string> => ({
  about,
  takes: `a whole number from ${min} to ${max}`,
  fallback: String(fallback),
  read: (value) => (/^\d{1,15}$/.test(value) && +value >= min && +value <= max ? +value : undefined),
});
export const optionalWhole = (about: string): Variable<number> => ({
  ...whole(about, 0, Number.MAX_SAFE_INTEGER, 0),
  takes: 'a whole number',
  fallback: undefined,
});
export const choice = <T extends string, F extends T | undefined>(
  about: string,
  values: readonly T[],
  fallback?: F,
) => ({
  about,
  takes: `one of ${values.join(', ')}`,
  fallback: fallback as F,
  read: (value: string) => values.find((known) => known === value),
});
const passwordInAddress = 'in its password, # is written %23, / is %2F, ? is %3F, @ is %40 and % is %25';
export const url = (about: string, protocols: string[], options: { secret?: boolean } = {}): Variable<string> => ({
  about,
  takes: `an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}${options.secret ? `; ${passwordInAddress}` : ''}`,
  fallback: undefined,
  ...options,
  read: (value) => (beginsAs(value, protocols) ? value : undefined),
});
/** The URL of a PostgreSQL server, with its password. */
export function database(about: string): Variable<string> {
  const kind = url(about, ['postgres:', 'postgresql:'], { secret: true });
  const isOfLibpq = (value: string) => value.includes('uselibpqcompat=true');
  const read = (value: string) => (isOfLibpq(value) ? value : value.replace(looseMode, '$1verify-full'));
  return { ...kind, read: (value) => kind.read(value) && read(value) };
}
/** The driver checks the certificate in each of these modes, and prints a warning that it may not do so one day. */
const looseMode = /([?&]sslmode=)(?:prefer|require|verify-ca)(?![\w-])/;
/** The URL of a site, as a browser writes its origin: in lower case, without the default port. */
export const origin = (about: string): Variable<string> => ({
  about,
  takes: 'an address that begins with https:// or http://, without a path',
  fallback: undefined,
  read(value) {
    if (!beginsAs(value, ['https:', 'http:'])) return undefined;
    const { origin: site, href } = new URL(value);
    return href === `${site}/` ? site : undefined;
  },
});
export const yesOrNo = (about: string): Variable<boolean, string> => ({
  about,
  takes: 'true or false',
  fallback: 'false',
  read: (value) => (value === 'true' ? true : value === 'false' ? false : undefined),
});
export const address = <F extends string | undefined>(about: string, fallback?: F) => ({
  about,
  takes: 'an email address',
  fallback: fallback as F,
  read: (value: string) => (/^[^\s@<>"]{1,64}@[^\s@<>"]{1,190}$/.test(value) ? value : undefined),
});
/** Values of one kind, each once, in order. */
export const listOf = (about: string, { takes, pattern }: { takes: string; pattern: RegExp }): Variable<string[]> => ({
  about,
  takes,
  fallback: undefined,
  read: (value) => readList(value, (one) => pattern.test(one)),
});
/** The values of a list, each once, or undefined if one is not accepted. */
export function readList(text: string, isAccepted: (value: string) => boolean): string[] | undefined {
  const list = text.split(',').map((value) => value.trim());
  return list.every(isAccepted) ? [...new Set(list)] : undefined;
}

// "https:example.org" is a valid URL, but not for a mail program.
const beginsAs = (value: string, protocols: string[]): boolean =>
  URL.canParse(value) && protocols.some((protocol) => value.toLowerCase().startsWith(`${protocol}//`));

export const defaultOf = ({ fallback, read }: Variable<unknown>): unknown =>
  fallback === undefined ? undefined : read(fallback);

/** @throws {StartRefused} if the value is wrong. */
export function readVariable(name: string, variable: Variable<unknown>, environment: Environment): unknown {
  const given =
    (mayLieInFile(variable) ? givenSecret(name, environment) : environment[name])?.trim() || variable.fallback;
  if (!given) return undefined;
  const value = variable.read(given);
  if (value !== undefined) return value;
  // An address of any kind may contain a password.
  const shown = variable.secret ? 'not valid' : `"${given.replace(/\/\/[^/]*@/, '//…@')}"`;
  throw new StartRefused(`${name} is ${shown}; it takes ${variable.takes}.`);
}

/** The secret may be in the file that `<NAME>_FILE` names, where any secret store can put it. */
export const mayLieInFile = ({ secret: isSecret, hasOwnFile }: Variable<unknown>): boolean => !!isSecret && !hasOwnFile;

/** @throws {StartRefused} if the secret is set twice, or its file cannot be read */
function givenSecret(name: string, environment: Environment): string | undefined {
  const file = environment[`${name}_FILE`]?.trim();
  if (!file) return environment[name];
  if (environment[name]?.trim()) throw new StartRefused(`${name} and ${name}_FILE are both set; set one of them.`);
  try {
    const text = readFileSync(file, 'utf8');
    if (text.trim() !== '') return text;
  } catch {
    throw new StartRefused(`${name}_FILE names ${file}, which cannot be read; name a file that this user may read.`);
  }
  throw new StartRefused(`${name}_FILE names ${file}, which is empty; put the value in it.`);
}

/** All settings of a group, or undefined if none is set. @throws {StartRefused} if some are missing */
export function readTogether<Values extends object, Name extends keyof Values>(
  values: Values,
  from: string,
  names: readonly Name[],
) {
  const missing = names.filter((name) => !values[name]);
  if (missing.length === names.length) return undefined;
  const [are, them] = missing.length === 1 ? ['is', 'it to its value'] : ['are', 'them to their values'];
  if (missing.length > 0)
    throw new StartRefused(
      `${missing.join(' and ')} ${are} missing; set ${them} from ${from}, together with the others.`,
    );
  return values as { [Each in Name]: NonNullable<Values[Each]> };
}

/** The current secret and the others. @throws {StartRefused} if there are only others */
export function readSecrets(values: { SECRET?: string | undefined; OTHER_SECRETS?: string[] | undefined }) {
  const { SECRET: current, OTHER_SECRETS: others = [] } = values;
  if (others.length > 0 && !current) {
    throw new StartRefused('OTHER_SECRETS goes with SECRET; set that to the newest one.');
  }
  return { secret: current, otherSecrets: others.filter((other) => other !== current) };
}

/** An absolute path, so that nothing depends on the working directory. The journal's is null if the journal is in the bucket. */
export function directoriesOf(data: string, journal: string | undefined, bucket: object | undefined) {
  const journalDirectory = bucket && !journal ? null : path.resolve(journal ?? path.join(data, 'journal'));
  return { dataDirectory: path.resolve(data), journalDirectory };
}
