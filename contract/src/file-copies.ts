// Copies a file from one vault of an owner into another, on the service.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { fileId, requestUpload } from './files.ts';
import { lengths } from './limits.ts';
import { blankableLine, optional } from './text.ts';

export const copyFile = endpoint({
  method: 'POST',
  path: '/api/vaults/:id/files/copies',
  summary:
    "Copies a file from another vault of the same owner into this one, under this vault's key. It counts as an upload, and a copy that fails leaves nothing.",
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
  reply: z.object({
    /** The id of the copy. */
    fileId: z.string(),
  }),
  refusals: [...requestUpload.refusals, 'file-not-found', 'file-damaged', 'too-large'],
});
