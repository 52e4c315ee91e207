// What a checkpoint states and how it is signed. Anyone can check the signature with the text and the key that it names.
import * as z from 'zod/mini';
import type { JournalKeys } from '../../records/journal/journal-keys.ts';

/** The signed head of the journal at one moment. */
const checkpointShape = z.object({
  position: z.int(),
  /** Of the line at this position: SHA-256 in hex. */
  digest: z.string(),
  /** How many have acts, with those that were deleted since. */
  vaults: z.int(),
  at: z.iso.datetime(),
  /** Base64 of its DER form (SPKI). */
  publicKey: z.string(),
  /** Ed25519, base64. */
  signature: z.string(),
});
export type Checkpoint = z.output<typeof checkpointShape>;

/** Null if the detail of an act is none. */
export const parseCheckpoint = (detail: unknown): Checkpoint | null =>
  z.safeParse(checkpointShape, detail).data ?? null;

/** What is signed. Its form never changes, because people keep it. */
export const textOf = ({ position, digest, vaults, at, publicKey }: Omit<Checkpoint, 'signature'>): string =>
  `Remembrance checkpoint\nposition: ${position}\ndigest: ${digest}\nvaults: ${vaults}\ndate: ${at}\npublic key: ${publicKey}\n`;

export function signCheckpoint(keys: JournalKeys, facts: Omit<Checkpoint, 'publicKey' | 'signature'>): Checkpoint {
  const stated = { ...facts, publicKey: keys.publicKey };
  return { ...stated, signature: keys.sign(textOf(stated)) };
}

/** Whether this installation's key has signed it. */
export const isOurs = (keys: JournalKeys, checkpoint: Checkpoint): boolean =>
  checkpoint.publicKey === keys.publicKey && keys.isSigned(textOf(checkpoint), checkpoint.signature);
