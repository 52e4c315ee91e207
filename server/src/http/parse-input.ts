// Parses params, query and body by the contract. Unknown fields are refused. The message of the first invalid field is the detail.
import { type Endpoint, idempotencyKey } from '@remembrance/contract/endpoint.ts';
import { idempotencyKeyHeader } from '@remembrance/contract/headers.ts';
import { unusableInLines } from '@remembrance/contract/unusable.ts';
import type { FastifyRequest } from 'fastify';
import type { $ZodIssue } from 'zod/v4/core';
import { Refusal, refuse } from '../platform/lib/refusal.ts';

export function parseInput<E extends Endpoint>(endpoint: E, request: FastifyRequest) {
  return {
    params: parse(endpoint.params, request.params),
    query: parse(endpoint.query, request.query),
    body: parseBody(endpoint, request),
    repeatKey: endpoint.isRepeatable ? parseRepeatKey(request) : null,
  };
}

function parseRepeatKey(request: FastifyRequest): string | null {
  const given = request.headers[idempotencyKeyHeader];
  if (given === undefined) return null;
  const parsed = idempotencyKey.safeParse(given);
  if (parsed.success) return parsed.data.replaceAll('"', '');
  const [detail] = parsed.error.issues.map(({ message }) => message);
  return refuse('invalid-input', { detail });
}

function parseBody(endpoint: Endpoint, request: FastifyRequest): unknown {
  if (endpoint.bodyKind === 'bytes') return undefined;
  if (endpoint.bodyKind === 'signed-text') return typeof request.body === 'string' ? request.body : '';
  if (endpoint.bodyKind === 'none') return parse(endpoint.body, request.body ?? {});
  return parse(endpoint.body, request.body ?? refuse('invalid-input', { detail: 'The request body is missing.' }));
}

function parse(schema: Endpoint['body'], value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return withoutNul(parsed.data);
  // A Map, because the caller chooses the names and "constructor" already exists on a plain object.
  const fields = new Map<string, string>();
  for (const [name, sentence] of parsed.error.issues.flatMap(describe)) {
    if (!fields.has(name)) fields.set(name, sentence);
  }
  const [detail] = fields.values();
  throw new Refusal('invalid-input', { detail, fields: Object.fromEntries(fields) });
}

// PostgreSQL cannot store NUL and would fail, so it is refused here.
function withoutNul(input: unknown): unknown {
  const found = Object.entries(input ?? {}).map(([name, value]) => [name, textWithNul(value)] as const);
  const [name, text] = found.find(([, value]) => value !== undefined) ?? [];
  if (name === undefined) return input;
  const sentence = unusableInLines(text);
  throw new Refusal('invalid-input', { detail: sentence, fields: { [name]: sentence } });
}

function textWithNul(value: unknown): string | undefined {
  if (typeof value === 'string') return value.includes('\0') ? value : undefined;
  return Object.values(value ?? {})
    .map(textWithNul)
    .find((text) => text !== undefined);
}

/** The message for a field. Only the first of several unknown fields is named, because the caller may have sent thousands. */
function describe(issue: $ZodIssue): [name: string, sentence: string][] {
  if (issue.code !== 'unrecognized_keys') return [[issue.path.join('.') || 'body', issue.message]];
  const names = issue.keys.slice(0, 1).map((key) => key.slice(0, 50));
  return names.map((name) => [name, `The field "${name}" is unknown.`]);
}
