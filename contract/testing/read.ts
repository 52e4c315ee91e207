// For tests: the result of parsing a value with a schema, in short.
import type * as z from 'zod/mini';

/** The messages of a schema that refuses a value, each once; empty if it accepts the value. */
export function sentencesFor(schema: z.ZodMiniType, value: unknown): string[] {
  const { success, error } = schema.safeParse(value);
  return success ? [] : [...new Set(error.issues.map(({ message }) => message))];
}

/** The first message for each refused field, by its path in the body, as a form shows them. */
export function fieldsRefused(schema: z.ZodMiniType, value: unknown): Record<string, string> {
  const { success, error } = schema.safeParse(value);
  if (success) return {};
  return Object.fromEntries(error.issues.map(({ path, message }) => [path.join('.'), message]).reverse());
}
