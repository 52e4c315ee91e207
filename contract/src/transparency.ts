// The checkpoints of the activity of all vaults, for anyone who wants to keep one.
import * as z from 'zod/mini';
import { beforeNumber } from './activity.ts';
import { endpoint } from './endpoint.ts';

export const checkpoint = z.object({
  number: z.int(),
  at: z.string(),
  /** How many vaults it covers, with those that were deleted since. */
  vaults: z.int(),
  /** SHA-256 in hex over the root before and every head that moved. */
  root: z.string(),
  /** Ed25519, DER (SPKI) in base64. */
  publicKey: z.string(),
  /** Of the text below, in base64. */
  signature: z.string(),
  /** What is signed, byte for byte. */
  text: z.string(),
});
export type Checkpoint = z.output<typeof checkpoint>;

export const listCheckpoints = endpoint({
  method: 'GET',
  path: '/api/transparency',
  summary: 'The signed checkpoints of the activity of all vaults, newest first, a hundred at a time.',
  access: 'anyone',
  query: z.strictObject({ before: beforeNumber }),
  reply: z.object({ checkpoints: z.array(checkpoint), next: z.nullable(z.int()) }),
});
