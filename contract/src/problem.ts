// The format of every refusal: application/problem+json (RFC 9457) with a stable code.
import * as z from 'zod/mini';

/** A failing part of the service: the problem in a sentence without secrets, and when it began to fail. */
export const failingPart = z.object({ part: z.string(), problem: z.string(), since: z.string() });
export type FailingPart = z.output<typeof failingPart>;

const editedFields = {
  title: z.string(),
  recipientName: z.string(),
  recipientEmail: z.string(),
  message: z.string(),
  scheduledReleaseDate: z.nullable(z.string()),
};

/** The two versions in a conflict: the stored one, and the one that the edit sent. */
const editConflict = z.object({
  stored: z.object({ ...editedFields, version: z.int() }),
  /** Only the changed fields. */
  sent: z.partial(z.object(editedFields)),
});
export type EditConflict = z.output<typeof editConflict>;

export const problem = z.object({
  status: z.int(),
  title: z.string(),
  detail: z.string(),
  code: z.string(),
  requestId: z.optional(z.string()),
  /** The message for each refused field, by its name in the body. */
  fields: z.optional(z.record(z.string(), z.string())),
  retryAt: z.optional(z.string()),
  releasedAt: z.optional(z.string()),
  failing: z.optional(z.array(failingPart)),
  /** Both versions of an edit that is based on an older version of the vault. */
  conflict: z.optional(editConflict),
});
export type Problem = z.output<typeof problem>;
export const problemMediaType = 'application/problem+json';
