// All uses of the secret: digests of codes and tokens, signatures of links, and encryption. Only this file knows that
// there may be several secrets: new values use the current one, and all are accepted. Stored values contain their secret's label.
import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { openText, sealText } from '../formats/compact-jwe.ts';

/** Each purpose has its own key, so that a value made for one is invalid for another. */
type Purpose =
  | 'access-code'
  | 'link-token'
  | 'security-answer'
  | 'password'
  | 'upload-link'
  | 'download-link'
  | 'recipient-session'
  | 'recipient-code'
  | 'sign-in-code'
  | 'rate-limit'
  | 'session-cookie'
  | 'session-token'
  | 'known-device'
  | 'recovery-code'
  | 'repeated-request'
  | 'card-processor-sandbox'
  | 'log-name'
  | 'sealed-text'
  | 'secret-check'
  | 'mailed-secret'
  | 'draft'
  | 'report-link'
  | 'return-path'
  | 'message-id';

/** A secret, and the label at the start of every value stored under it. An installation's first secret has none. */
export interface LabelledSecret {
  label: string;
  secret: Buffer;
}

export interface Keyring {
  /** HMAC-SHA256 in hex, 64 characters after the label: to look up a secret without storing it. */
  digest(purpose: Purpose, secret: string): string;
  /** The digest under the current secret, and those under the other secrets, which find older rows. */
  digests(purpose: Purpose, secret: string): readonly [string, ...string[]];
  /** HMAC-SHA256 in base64url, 43 characters. */
  sign(purpose: Purpose, text: string): string;
  /** Compares in constant time. */
  isSigned(purpose: Purpose, text: string, signature: string): boolean;
  /** Signs texts that are stored only as slow hashes: with the secret of a hash, or the current one for a new hash. */
  pepper(purpose: Purpose, hash?: string): { label: string; sign: (text: string) => string };
  /** The label of the current secret, which starts a salt for `derive`. */
  label(): string;
  /** HMAC-SHA256 under the secret that the salt names, 32 bytes. @throws {SecretMissing} */
  derive(purpose: Purpose, salt: string, text: string): Buffer;
  /** Encrypts to a compact JWE (RFC 7516, dir with A256GCM) that can be decrypted only with the same `context`. */
  seal(context: string, text: string): Promise<string>;
  /** Decrypts. @throws {SecretMissing} @throws if the text was altered, or sealed with another context. */
  open(context: string, sealed: string): Promise<string>;
  /** Whether it was sealed under the current secret. */
  isCurrent(sealed: string): boolean;
  /** A secret for a library that requires one, 43 characters. */
  librarySecret(purpose: Purpose): string;
}

/** The secret was retired, or was never configured here. */
export class SecretMissing extends Error {
  override name = 'SecretMissing';
}

/** The check value of a secret, stored in the database. It also names the secret. */
export const checkOf = (secret: Buffer): string => createKeyring(secret).digest('secret-check', 'installation');

export const nameOf = (check: string): string => check.slice(0, 8);
export const labelOf = (check: string): string => `${nameOf(check)}.`;
/** A bcrypt hash starts with `$`, a digest has no dot and a JWE starts with `eyJ`, so none of them looks like a label. */
const storedLabel = /^[0-9a-f]{8}\./;
const splitLabel = (stored: string) => {
  const label = storedLabel.exec(stored)?.[0] ?? '';
  return { label, value: stored.slice(label.length) };
};

export const withoutLabel = (stored: string): string => splitLabel(stored).value;
export const labelIn = (stored: string): string => splitLabel(stored).label;

/** @param secrets the first one is current */
export function createKeyring(secrets: Buffer | (() => readonly LabelledSecret[])): Keyring {
  const only = Buffer.isBuffer(secrets) ? [{ label: '', secret: secrets }] : null;
  const all = (): readonly LabelledSecret[] => only ?? (secrets as () => readonly LabelledSecret[])();
  const current = (): LabelledSecret => all()[0] ?? none();
  const secretOf = (stored: string): LabelledSecret => {
    const { label } = splitLabel(stored);
    const from = all().find((known) => known.label === label);
    if (!from) throw new SecretMissing('made under a secret that is not here');
    return from;
  };
  const keyFor = deriveKeys();
  const mac = (from: LabelledSecret, purpose: Purpose, text: string) =>
    createHmac('sha256', keyFor(from, purpose)).update(text, 'utf8');
  const digestUnder = (from: LabelledSecret, purpose: Purpose, text: string) =>
    from.label + mac(from, purpose, text).digest('hex');
  return {
    digest: (purpose, secret) => digestUnder(current(), purpose, secret),
    digests(purpose, secret) {
      const [first = none(), ...others] = all();
      return [digestUnder(first, purpose, secret), ...others.map((other) => digestUnder(other, purpose, secret))];
    },
    sign: (purpose, text) => mac(current(), purpose, text).digest('base64url'),
    isSigned(purpose, text, signature) {
      const given = Buffer.from(signature, 'base64url');
      const isBy = (from: LabelledSecret) => {
        const right = mac(from, purpose, text).digest();
        return given.length === right.length && timingSafeEqual(given, right);
      };
      return all().map(isBy).includes(true);
    },
    pepper(purpose, hash) {
      const from = all().find(({ label }) => hash !== undefined && label === splitLabel(hash).label) ?? current();
      return { label: from.label, sign: (text) => mac(from, purpose, text).digest('base64url') };
    },
    label: () => current().label,
    derive: (purpose, salt, text) => mac(secretOf(salt), purpose, `${salt} ${text}`).digest(),
    async seal(context, text) {
      const from = current();
      return from.label + sealText(keyFor(from, 'sealed-text'), { ctx: context }, text);
    },
    async open(context, sealed) {
      return openText(keyFor(secretOf(sealed), 'sealed-text'), { ctx: context }, withoutLabel(sealed));
    },
    isCurrent: (sealed) => splitLabel(sealed).label === current().label,
    librarySecret: (purpose) => keyFor(current(), purpose).export().toString('base64url'),
  };
}

function none(): never {
  throw new Error('there is no secret');
}

/** Each key is derived once for each secret. */
function deriveKeys() {
  const derived = new WeakMap<LabelledSecret, Map<Purpose, KeyObject>>();
  return (from: LabelledSecret, purpose: Purpose): KeyObject => {
    const keys = derived.get(from) ?? new Map<Purpose, KeyObject>();
    derived.set(from, keys);
    const key = keys.get(purpose) ?? derive(from.secret, purpose);
    keys.set(purpose, key);
    return key;
  };
}

const derive = (secret: Buffer, purpose: Purpose): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'remembrance/v1', purpose, 32)));
