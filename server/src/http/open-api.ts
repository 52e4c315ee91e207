// Generates the OpenAPI 3.1 document from the contract.
import { type Endpoint, idempotencyKey } from '@remembrance/contract/endpoint.ts';
import { accountHeader, idempotencyKeyHeader } from '@remembrance/contract/headers.ts';
import { problem } from '@remembrance/contract/problem.ts';
import type * as z from 'zod/mini';
import { headersOfResponses, type Json, jsonSchema, responsesOf } from './api-responses.ts';
import { apiTags, tagOf } from './api-tags.ts';

/** The router replies 404 to a longer path segment. */
export const maxPathPartLength = 500;

interface DocumentFacts {
  productName: string;
  /** The name of the session cookie. */
  sessionCookie: string;
  publicUrl: string;
}

export function openApiDocumentOf(
  api: Record<string, Endpoint>,
  { productName, sessionCookie, publicUrl }: DocumentFacts,
): Json {
  const paths: Record<string, Json> = {};
  const schemas: Record<string, Json> = { Problem: jsonSchema(problem, 'output') };
  const name = nameIn(schemas);
  for (const [operationId, endpoint] of Object.entries(api)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(operationId, endpoint, name) };
  }
  return {
    openapi: '3.1.0',
    info: { title: productName, version: '1', description: aboutTheApi },
    servers: [{ url: publicUrl, 'x-internal': false }],
    tags: tagsIn(paths),
    paths,
    components: {
      schemas,
      headers: headersOfResponses,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie },
        token: { type: 'http', scheme: 'bearer', description: 'A read-only token of an owner.' },
      },
    },
  };
}

const aboutTheApi =
  'Every call of this installation. The number changes when a change breaks a caller; new calls, new fields of replies and new refusals do not. A refusal is a Problem with a stable code. docs/guide/api.md has a complete journey.';

function tagsIn(paths: Record<string, Json>): Json[] {
  const used = new Set(Object.keys(paths).map(tagOf));
  return apiTags.filter(({ name }) => used.has(name)).map(({ name, description }) => ({ name, description }));
}

type Name = (name: string, schema: Json) => Json;

/** Gives each schema one name, under which it is written once; of a list, its items. */
function nameIn(schemas: Record<string, Json>): Name {
  const known = new Map<string, Json>();
  return function named(name: string, schema: Json): Json {
    if (schema.type === 'array' && typeof schema.items === 'object')
      return { ...schema, items: named(`${name}Item`, schema.items as Json) };
    if (schema.type !== 'object' && !('anyOf' in schema) && !('oneOf' in schema)) return schema;
    const text = JSON.stringify(schema);
    const reference = known.get(text) ?? { $ref: `#/components/schemas/${name}` };
    if (!known.has(text)) schemas[name] = schema;
    known.set(text, reference);
    return reference;
  };
}

const securityOf = ({ access, worksByToken }: Endpoint): Json[] =>
  access === 'owner' ? [{ session: [] }, ...(worksByToken ? [{ token: [] }] : [])] : noSession;

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function operationOf(operationId: string, endpoint: Endpoint, name: Name): Json {
  const nameOf = (kind: string) => (schema: Json) => name(`${capital(operationId)}${kind}`, schema);
  return {
    operationId,
    tags: [tagOf(endpoint.path)],
    summary: endpoint.summary,
    security: securityOf(endpoint),
    description: describe(endpoint),
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...(endpoint.isRepeatable ? [keyParameter] : []),
      ...(endpoint.access === 'owner' && endpoint.method !== 'GET' ? [accountParameter] : []),
    ],
    ...bodyOf(endpoint, nameOf('Body')),
    responses: responsesOf(endpoint, nameOf('Reply')),
  };
}

/** Stated explicitly for calls without a session, so that it does not look forgotten. */
const noSession: Json[] = [{}];

const accessDescriptions = {
  anyone: 'Needs no session.',
  owner: 'Needs the session of an owner.',
  'signed-link': 'Needs a signed link, and no session.',
  'payment-gateway': 'For the payment provider, whose signature is checked.',
} as const;

function describe({ access, method, proof, limit, isRepeatable, worksOnHold }: Endpoint): string {
  const isWrite = method !== 'GET' && access !== 'payment-gateway';
  return [
    accessDescriptions[access],
    isWrite && 'The header Origin has to name this service.',
    proof !== 'none' && proofDescriptions[proof],
    isRepeatable && 'A repeat with the same Idempotency-Key gets the same reply and changes nothing.',
    !worksOnHold && 'Refused during the hold after a restore.',
    `At most ${limit.tries} calls in ${limit.seconds} seconds from one network.`,
  ]
    .filter(Boolean)
    .join(' ');
}

const proofDescriptions = {
  always: 'Requires a proof within the last minutes: a sign-in, the password or a passkey.',
  sometimes:
    'Where it redirects or destroys something, it requires a proof within the last minutes: a sign-in, the password or a passkey.',
} as const;

function parametersOf(schema: z.ZodMiniType, place: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: place === 'path' ? { maxLength: maxPathPartLength, ...(property as Json) } : property,
  }));
}

const keyParameter: Json = {
  name: idempotencyKeyHeader,
  in: 'header',
  required: false,
  schema: jsonSchema(idempotencyKey, 'input'),
};

const accountParameter: Json = {
  name: accountHeader,
  in: 'header',
  required: false,
  description: 'The id of the owner for whom the call is made. In the session of another one it is refused.',
  schema: { type: 'string', maxLength: 36, pattern: '^[0-9a-f-]{36}$' },
};

function bodyOf(endpoint: Endpoint, name: (schema: Json) => Json): Json {
  if (endpoint.bodyKind === 'none') return {};
  const content =
    endpoint.bodyKind === 'json'
      ? { 'application/json': { schema: name(jsonSchema(endpoint.body, 'input')) } }
      : { 'application/octet-stream': {} }; // bytes have no schema
  return { requestBody: { required: true, content } };
}
