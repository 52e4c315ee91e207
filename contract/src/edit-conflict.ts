// The two versions in a conflict: the stored one, and the one that the edit sent.
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
  /** Only the changed fields. */
  sent: z.partial(z.object(editedFields)),
});
export type EditConflict = z.output<typeof editConflict>;
