// The two versions of an edit that is based on an older version of the vault: what is stored, and what the edit sent.
import * as z from 'zod/mini';

const editedFields = {
  title: z.string(),
  recipientName: z.string(),
  recipientEmail: z.string(),
  message: z.string(),
  scheduledReleaseDate: z.nullable(z.string()),
};

export const editConflict = z.object({
  stored: z.object({ ...editedFields, version: z.int() }),
  /** The changed fields alone. */
  sent: z.partial(z.object(editedFields)),
});
export type EditConflict = z.output<typeof editConflict>;
