// Parses params, query and body by the contract. Unknown fields are refused. The sentence of the first invalid field is the detail.
import { type Endpoint, idempotencyKey } from '@remembrance/contract/endpoint.ts';
import { idempotencyKeyHeader } from '@remembrance/contract/headers.ts';
import type { FastifyRequest } from 'fastify';
import { Refusal, refuse } from '../lib/refusal.ts';

interface Issue {
  code: string;
  path: PropertyKey[];
  message: string;
  keys?: string[];
}

export function parseInput<E extends Endpoint>(endpoint: E, request: FastifyRequest) {
  return {
    params: parse(endpoint.params, request.params ?? {}),
    query: parse(endpoint.query, request.query ?? {}),
    body: parseBody(endpoint, request),
    repeatKey: endpoint.isRepeatable ? parseRepeatKey(request) : null,
  };
}

function parseRepeatKey(request: FastifyRequest): string | null {
  const given = request.headers[idempotencyKeyHeader];
  if (given === undefined) return null;
  const parsed = idempotencyKey.safeParse(given);
  if (parsed.success) return parsed.data.replaceAll('"', '');
  return refuse('invalid-input', { detail: parsed.error.issues[0]?.message ?? '' });
}

function parseBody(endpoint: Endpoint, request: FastifyRequest): unknown {
  if (endpoint.bodyKind === 'bytes') return undefined;
  if (endpoint.bodyKind === 'signed-text') return typeof request.body === 'string' ? request.body : '';
  return parse(endpoint.body, request.body ?? (endpoint.bodyKind === 'none' ? {} : undefined));
}

function parse(schema: Endpoint['body'], value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return withoutNul(parsed.data);
  // A Map, because the caller chooses the names and "constructor" already exists on a plain object.
  const fields = new Map<string, string>();
  for (const issue of parsed.error.issues as Issue[]) {
    const [name, sentence] = describe(issue);
    if (!fields.has(name)) fields.set(name, sentence);
  }
  const [detail = 'The request body is missing.'] = fields.values();
  throw new Refusal('invalid-input', { detail, fields: Object.fromEntries(fields) });
}

// PostgreSQL cannot store NUL and would fail, so it is refused here.
function withoutNul(input: unknown): unknown {
  const [name] = Object.entries(input ?? {}).find(([, value]) => holdsNul(value)) ?? [];
  if (name === undefined) return input;
  const sentence = 'This contains characters that cannot be used';
  throw new Refusal('invalid-input', { detail: sentence, fields: { [name]: sentence } });
}

function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsNul);
}

function describe(issue: Issue): [name: string, sentence: string] {
  if (issue.code === 'unrecognized_keys') {
    const name = String(issue.keys?.[0] ?? '').slice(0, 50);
    return [name, `The field "${name}" is unknown.`];
  }
  const name = issue.path.join('.') || 'body';
  return [name, issue.message || 'This value is not valid.'];
}
