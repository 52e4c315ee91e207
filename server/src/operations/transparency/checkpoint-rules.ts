// The content of a checkpoint and its signature. Anyone can check the signature with the text and the key that it names.
import * as z from 'zod/mini';
import type { JournalKeys } from '../../records/journal/journal-keys.ts';

/** The signed head of the journal at one moment. */
const checkpointShape = z.object({
  position: z.int(),
  /** The SHA-256 in hex of the line at this position. */
  digest: z.string(),
  /** How many vaults have acts, including deleted ones. */
  vaults: z.int(),
  at: z.iso.datetime(),
  /** The DER form (SPKI) in base64. */
  publicKey: z.string(),
  /** Ed25519, base64. */
  signature: z.string(),
});
export type Checkpoint = z.output<typeof checkpointShape>;

/** Null if the detail of an act is not a checkpoint. */
export const parseCheckpoint = (detail: unknown): Checkpoint | null =>
  z.safeParse(checkpointShape, detail).data ?? null;

/** The signed text. Its format never changes, because people keep it. */
export const textOf = ({ position, digest, vaults, at, publicKey }: Omit<Checkpoint, 'signature'>): string =>
  `Remembrance checkpoint\nposition: ${position}\ndigest: ${digest}\nvaults: ${vaults}\ndate: ${at}\npublic key: ${publicKey}\n`;

export function signCheckpoint(keys: JournalKeys, facts: Omit<Checkpoint, 'publicKey' | 'signature'>): Checkpoint {
  const stated = { ...facts, publicKey: keys.publicKey };
  return { ...stated, signature: keys.sign(textOf(stated)) };
}

/** Whether this installation's key signed it. */
export const isOurs = (keys: JournalKeys, checkpoint: Checkpoint): boolean =>
  checkpoint.publicKey === keys.publicKey && keys.isSigned(textOf(checkpoint), checkpoint.signature);
