// What a checkpoint says and how it is signed. Anyone can check the signature with the text and the key that it names.
import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

export interface CheckpointFacts {
  number: number;
  at: Date;
  vaults: number;
  root: string;
}

export interface Checkpoint extends CheckpointFacts {
  /** Base64 of its DER form (SPKI). */
  publicKey: string;
  /** Ed25519, base64. */
  signature: string;
}

/** The last link of a vault's chain. */
export interface Head {
  vaultId: string;
  number: number;
  hash: string;
}

/** What is signed. Its form never changes, because people keep it. */
export const textOf = ({ number, at, vaults, root }: CheckpointFacts): string =>
  `Remembrance checkpoint\nnumber: ${number}\nat: ${at.toISOString()}\nvaults: ${vaults}\nroot: ${root}\n`;

export const publicKeyOf = (key: KeyObject): string =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');

export function signCheckpoint(key: KeyObject, facts: CheckpointFacts): Checkpoint {
  return {
    ...facts,
    publicKey: publicKeyOf(key),
    signature: sign(null, Buffer.from(textOf(facts)), key).toString('base64'),
  };
}

export function isSigned(checkpoint: Checkpoint): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(checkpoint.publicKey, 'base64'), format: 'der', type: 'spki' });
    return verify(null, Buffer.from(textOf(checkpoint)), key, Buffer.from(checkpoint.signature, 'base64'));
  } catch {
    return false; // a key that is none signs nothing
  }
}

/** Covers the root before and the heads that moved since, in the order of their vaults. */
export function createRoot(before: string): { add(head: Head): void; hex(): string } {
  const digest = createHash('sha256').update(before);
  return {
    add: ({ vaultId, number, hash }) => void digest.update(`\n${vaultId} ${number} ${hash}`),
    hex: () => digest.digest('hex'),
  };
}
