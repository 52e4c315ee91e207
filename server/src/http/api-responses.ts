// The responses in the API document: the reply of a call, every refusal, and the headers that all of them have.
import { type Endpoint, refusalsOf } from '@remembrance/contract/endpoint.ts';
import { problemMediaType } from '@remembrance/contract/problem.ts';
import { refusals } from '@remembrance/contract/refusals.ts';
import * as z from 'zod/mini';

export type Json = Record<string, unknown>;

export const jsonSchema = (schema: z.ZodMiniType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: addFormat }) as Json;
  return rest;
};

function addFormat({ jsonSchema }: { jsonSchema: Json }): void {
  const { type, minimum, maximum } = jsonSchema;
  if (type !== 'integer') return;
  const isSmall = Number(minimum) >= -(2 ** 31) && Number(maximum) < 2 ** 31;
  jsonSchema.format = isSmall ? 'int32' : 'int64';
}

/** @param name gives the schema of the reply a name */
export const responsesOf = (endpoint: Endpoint, name: (schema: Json) => Json): Json =>
  withHeaders({ ...successOf(endpoint, name), ...refusedResponsesOf(endpoint) });

function successOf(endpoint: Endpoint, name: (schema: Json) => Json): Record<string, Json> {
  switch (endpoint.replyKind) {
    case 'nothing':
      return { 204: { description: 'Done.' } };
    case 'bytes':
      return { 200: { description: 'The file.' }, 206: { description: 'A part of the file.' } };
    case 'page':
      return { 303: { description: 'Redirects to a page.' } };
    case 'json':
      return {
        200: {
          description: 'Done.',
          content: { 'application/json': { schema: name(jsonSchema(endpoint.reply, 'output')) } },
        },
      };
  }
}

const problemContent: Json = { [problemMediaType]: { schema: { $ref: '#/components/schemas/Problem' } } };

function refusedResponsesOf(endpoint: Endpoint): Record<string, Json> {
  const responses: Record<string, Json> = {};
  for (const code of refusalsOf(endpoint)) {
    const { status, title } = refusals[code];
    const known = responses[status]?.description;
    responses[status] = {
      description: known ? `${known}; ${title} (${code})` : `${title} (${code})`,
      content: problemContent,
    };
  }
  return { ...responses, 500: { description: 'Internal error', content: problemContent } };
}

const rateLimitPolicy: Json = {
  description: 'The limit of this call for one network: at most q calls in w seconds.',
  schema: { type: 'string', maxLength: 100, pattern: '^"network";q=\\d+;w=\\d+$' },
};
const rateLimit: Json = {
  description: 'How many calls are left (r) and in how many seconds the window ends (t).',
  schema: { type: 'string', maxLength: 100, pattern: '^"network";r=\\d+;t=\\d+$' },
};
const retryAfter: Json = {
  description: 'Seconds until the call may be made again.',
  schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 2 ** 31 - 1 },
};

export const headersOfResponses = { RateLimit: rateLimit, RateLimitPolicy: rateLimitPolicy, RetryAfter: retryAfter };

const rateLimitHeaders: Json = {
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
};
const retryHeader: Json = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };

/** Every response has the limit's headers; 429 and 503 also say when to try again. */
function withHeaders(responses: Record<string, Json>): Json {
  const entries = Object.entries(responses).map(([status, response]) => {
    const headers = { ...rateLimitHeaders, ...(status === '429' || status === '503' ? retryHeader : {}) };
    return [status, { ...response, headers }];
  });
  return Object.fromEntries(entries);
}
