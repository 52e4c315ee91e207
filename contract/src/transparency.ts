// The checkpoints of the record of all acts, for anyone who wants to keep them.
import * as z from 'zod/mini';
import { beforeNumber } from './activity.ts';
import { endpoint } from './endpoint.ts';

export const checkpoint = z.object({
  /** The position of the last journal line it covers. */
  position: z.int(),
  /** The SHA-256 of that line in hex, which covers every previous line. */
  digest: z.string(),
  /** How many vaults have acts, including deleted ones. */
  vaults: z.int(),
  at: z.string(),
  /** Ed25519, DER (SPKI) in base64. */
  publicKey: z.string(),
  /** The signature of the text below, in base64. */
  signature: z.string(),
  /** The signed text, byte for byte. */
  text: z.string(),
});
export type Checkpoint = z.output<typeof checkpoint>;

export const listCheckpoints = endpoint({
  method: 'GET',
  path: '/api/transparency',
  summary: 'The signed checkpoints of the record of all acts, newest first, a hundred at a time.',
  access: 'anyone',
  query: z.strictObject({ before: beforeNumber }),
  reply: z.object({ checkpoints: z.array(checkpoint), next: z.nullable(z.int()) }),
});
