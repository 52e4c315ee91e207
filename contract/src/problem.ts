// The shape of every refusal on the wire: application/problem+json (RFC 9457) with a stable code.
import * as z from 'zod/mini';

export const problem = z.object({
  status: z.int(),
  title: z.string(),
  detail: z.string(),
  code: z.string(),
  requestId: z.optional(z.string()),
  /** The sentence for each refused field, by its name in the body. */
  fields: z.optional(z.record(z.string(), z.string())),
  retryAt: z.optional(z.string()),
  releasedAt: z.optional(z.string()),
});
export type Problem = z.output<typeof problem>;
export const problemMediaType = 'application/problem+json';
