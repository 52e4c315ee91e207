// Everything the master secret is used for: digests of codes and tokens, signatures of links, and encryption.
import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { CompactEncrypt, compactDecrypt } from 'jose';

/** Each purpose has its own key, so that a value made for one is invalid for another. */
type Purpose =
  | 'access-code'
  | 'link-token'
  | 'security-answer'
  | 'upload-link'
  | 'download-link'
  | 'recipient-session'
  | 'recipient-code'
  | 'letter-address'
  | 'session-cookie'
  | 'session-token'
  | 'known-device'
  | 'recovery-code'
  | 'repeated-request'
  | 'card-processor-sandbox'
  | 'log-name'
  | 'sealed-letter'
  | 'secret-check'
  | 'journal'
  | 'recipient-link'
  | 'message-id';

export interface Keyring {
  /** HMAC-SHA256 in hex, 64 characters: to look up a secret without storing it. */
  digest(purpose: Purpose, secret: string): string;
  /** HMAC-SHA256 in base64url, 43 characters. */
  sign(purpose: Purpose, text: string): string;
  /** Compares in constant time. */
  isSigned(purpose: Purpose, text: string, signature: string): boolean;
  /** Encrypts to a compact JWE (RFC 7516, dir with A256GCM) that can be decrypted only with the same `context`. */
  seal(context: string, text: string): Promise<string>;
  /** Decrypts. @throws when the text was altered, or sealed with another secret or context. */
  open(context: string, sealed: string): Promise<string>;
  /** A secret for a library that requires one, 43 characters. */
  librarySecret(purpose: Purpose): string;
}

export function createKeyring(masterSecret: Buffer): Keyring {
  const derived = new Map<Purpose, KeyObject>();
  const keyFor = (purpose: Purpose): KeyObject => {
    const known = derived.get(purpose);
    if (known) return known;
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', masterSecret, 'remembrance/v1', purpose, 32)));
    derived.set(purpose, key);
    return key;
  };
  const mac = (purpose: Purpose, text: string) => createHmac('sha256', keyFor(purpose)).update(text, 'utf8');
  return {
    digest: (purpose, secret) => mac(purpose, secret).digest('hex'),
    sign: (purpose, text) => mac(purpose, text).digest('base64url'),
    isSigned(purpose, text, signature) {
      const right = mac(purpose, text).digest();
      const given = Buffer.from(signature, 'base64url');
      return given.length === right.length && timingSafeEqual(given, right);
    },
    seal: (context, text) =>
      new CompactEncrypt(Buffer.from(text, 'utf8'))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', ctx: context })
        .encrypt(keyFor('sealed-letter')),
    async open(context, sealed) {
      const { plaintext, protectedHeader } = await compactDecrypt(sealed, keyFor('sealed-letter'), {
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
      });
      if (protectedHeader.ctx !== context) throw new Error('sealed for another context');
      return Buffer.from(plaintext).toString('utf8');
    },
    librarySecret: (purpose) => keyFor(purpose).export().toString('base64url'),
  };
}
