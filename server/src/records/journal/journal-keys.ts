// The keys of the journal: an Ed25519 key that signs it, and a key that seals the names in it; and one for executors' codes. They come
// from one seed, which is created once per installation and stored in its database, sealed under the secret. So every process has it, and a copied database does
// not reveal it.
import { createPrivateKey, createPublicKey, createSecretKey, hkdfSync, sign, verify } from 'node:crypto';
import { openText, sealText } from '../../keys/formats/compact-jwe.ts';
import { lockInstallation, readInstallation, writeSeed } from '../../keys/secret/installation-store.ts';
import type { Keyring } from '../../keys/secret/keyring.ts';
import type { Database } from '../../platform/database/transaction.ts';
import { newKey } from '../../platform/lib/ids.ts';
import { StartRefused } from '../../platform/lib/start-refused.ts';

export interface JournalKeys {
  /** Base64 of its DER form (SPKI). */
  publicKey: string;
  /** For executors' codes (`deriveExecutorCode`). Like the journal's keys, it stays the same while the secret rotates. */
  codeKey: Buffer;
  /** Ed25519, base64. */
  sign(text: string): string;
  isSigned(text: string, signature: string): boolean;
  /** Bound to one context: it can be opened in no other. */
  seal(context: string, text: string): string;
  /** @throws if it was altered, or sealed for another place or under another key */
  open(context: string, sealed: string): string;
}

interface Needs {
  database: Database;
  keyring: Keyring;
}

const context = 'journal-seed';

/** @throws {StartRefused} if somebody has replaced the keys */
export function openJournalKeys({ database, keyring }: Needs): Promise<JournalKeys> {
  return database.transaction(async (tx) => {
    await lockInstallation(tx);
    const { publicKey, sealedSeed } = await readInstallation(tx);
    if (publicKey && sealedSeed) {
      const keys = await openSeed(keyring, sealedSeed);
      if (keys?.publicKey !== publicKey) throw new StartRefused(otherKeys);
      return keys;
    }
    const seed = newKey();
    const keys = keysFrom(seed);
    await writeSeed(tx, keys.publicKey, await keyring.seal(context, seed.toString('base64url')));
    return keys;
  });
}

/** Whether the database still contains the keys that a process has opened. */
export async function areKept({ database, keyring }: Needs, { publicKey }: JournalKeys): Promise<boolean> {
  const kept = await readInstallation(database);
  const opened = kept.sealedSeed === null ? null : await openSeed(keyring, kept.sealedSeed);
  return kept.publicKey === publicKey && opened?.publicKey === publicKey;
}

/** Seals them under the current secret before an earlier one is retired. */
export function resealJournalKeys({ database, keyring }: Needs): Promise<void> {
  return database.transaction(async (tx) => {
    await lockInstallation(tx);
    const { publicKey, sealedSeed } = await readInstallation(tx);
    if (!publicKey || !sealedSeed || keyring.isCurrent(sealedSeed)) return;
    await writeSeed(tx, publicKey, await keyring.seal(context, await keyring.open(context, sealedSeed)));
  });
}

const otherKeys =
  'The key that signs the journal was replaced in the database, and the secret of this installation does not open it; restore the database from its backup.';

const openSeed = (keyring: Keyring, sealedSeed: string): Promise<JournalKeys | null> =>
  keyring.open(context, sealedSeed).then(
    (seed) => keysFrom(Buffer.from(seed, 'base64url')),
    () => null,
  );

/** An Ed25519 key in PKCS#8 (RFC 8410) consists of this prefix and 32 bytes. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Derives the keys from 32 random bytes. */
export function keysFrom(seed: Buffer): JournalKeys {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', seed, 'remembrance/v1', use, 32));
  const der = Buffer.concat([pkcs8, derive('journal-signing')]);
  const signingKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const sealingKey = createSecretKey(derive('journal-sealing'));
  const verifyingKey = createPublicKey(signingKey);
  return {
    codeKey: derive('executor-codes'),
    publicKey: verifyingKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    sign: (text) => sign(null, Buffer.from(text), signingKey).toString('base64'),
    isSigned: (text, signature) => verify(null, Buffer.from(text), verifyingKey, Buffer.from(signature, 'base64')),
    seal: (place, text) => sealText(sealingKey, { ctx: place }, text),
    open: (place, sealed) => openText(sealingKey, { ctx: place }, sealed),
  };
}
