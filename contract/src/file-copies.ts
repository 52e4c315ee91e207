// Copies a file from one vault of an owner into another, on the service.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { fileId } from './files.ts';
import { lengths } from './limits.ts';
import { blankableLine, optional } from './text.ts';

export const copyFile = endpoint({
  method: 'POST',
  path: '/api/vaults/:id/files/copies',
  summary:
    "Copies a file of another vault of the same owner into this one, under this vault's key. It counts as an upload, and is complete or not there at all.",
  access: 'owner',
  readsContent: true,
  limit: { tries: 60, seconds: 600 },
  params: z.strictObject({ id: z.string() }),
  body: z.strictObject({
    fromVaultId: fileId,
    fileId,
    /** If missing, the caption of the copied file. */
    caption: optional(blankableLine(lengths.caption)),
  }),
  /** The id of the copy. */
  reply: z.object({ fileId: z.string() }),
  refusals: [
    'vault-not-found',
    'vault-released',
    'file-not-found',
    'file-damaged',
    'too-large',
    'too-many-files',
    'plan-lapsed',
    'edit-limit-reached',
    'draft-storage-full',
    'trial-storage-full',
    'storage-full',
    'storage-unavailable',
    'vault-unreadable',
  ],
});
