// The API document contains everything a stranger needs to call the service safely, according to OWASP's linter rules.
import { api } from '@remembrance/contract/api.ts';
import { expect, test } from 'vitest';
import { openApiDocumentOf } from './open-api.ts';

type Json = Record<string, unknown>;
const document = openApiDocumentOf(api, {
  productName: 'Keepsake',
  sessionCookie: '__Host-vault_session',
  publicUrl: 'https://vault.example',
});
const { schemas } = document.components as { schemas: Record<string, Json> };
const operations = Object.entries(document.paths as Record<string, Record<string, Json>>).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
);

test('every call declares its refusals, its limits and the internal error; owner calls declare the session cookie', () => {
  expect(operations.length).toBeGreaterThan(60);
  for (const { name, operation } of operations) {
    const declared = Object.keys(operation.responses as Json);
    expect(declared, name).toEqual(expect.arrayContaining(['400', '429', '500']));
    if (JSON.stringify(operation.security).includes('session')) expect(declared, name).toContain('401');
  }
  expect(JSON.stringify(document.components)).toContain('"in":"cookie","name":"__Host-vault_session"');
});

/** The places in a request schema where a text or a list has no maximum. */
function findUnbounded(given: Json, place: string): string[] {
  const schema = schemas[String(given.$ref).replace('#/components/schemas/', '')] ?? given;
  const bounded = ['maxLength', 'enum', 'const'].some((word) => word in schema);
  const own =
    (schema.type === 'string' && !bounded) || (schema.type === 'array' && !('maxItems' in schema)) ? [place] : [];
  const below = Object.entries((schema.properties ?? {}) as Record<string, Json>).flatMap(([name, one]) =>
    findUnbounded(one, `${place}.${name}`),
  );
  const either = [...((schema.anyOf ?? []) as Json[]), ...((schema.oneOf ?? []) as Json[])];
  const items = schema.items ? findUnbounded(schema.items as Json, `${place}[]`) : [];
  return [...own, ...below, ...either.flatMap((one) => findUnbounded(one, place)), ...items];
}

test('every text and every list in a request has a maximum', () => {
  const found = operations.flatMap(({ name, operation }) => {
    const body = operation.requestBody as { content?: Record<string, { schema?: Json }> } | undefined;
    const sent = [
      ...Object.values(body?.content ?? {}).map(({ schema = {} }) => ({ place: name, schema })),
      ...(operation.parameters as { name: string; schema: Json }[]).map((one) => ({
        place: `${name}?${one.name}`,
        schema: one.schema,
      })),
    ];
    return sent.flatMap(({ place, schema }) => findUnbounded(schema, place));
  });
  expect(found).toEqual([]);
});

test('every call has a district, a summary and a description, and its schemas are named once', () => {
  const tags = (document.tags as { name: string }[]).map(({ name }) => name);
  for (const { name, operation } of operations) {
    expect(tags, name).toContain((operation.tags as string[])[0]);
    expect(operation, name).toMatchObject({
      summary: expect.stringMatching(/\.$/),
      description: expect.stringMatching(/\.$/),
    });
  }
  expect(document.servers).toMatchObject([{ url: 'https://vault.example' }]);
  expect(Object.keys(schemas)).toEqual(expect.arrayContaining(['Problem', 'CreateVaultBody', 'ListVaultsReplyItem']));
  const texts = Object.values(schemas).map((schema) => JSON.stringify(schema));
  expect(new Set(texts).size).toBe(texts.length);
});

test('the only credential in a URL is the link token that the specification requires', () => {
  const secret = operations.flatMap(({ name, operation }) =>
    (operation.parameters as { name: string; in: string }[])
      .filter((one) => one.in === 'query' && /token|code|password|secret/i.test(one.name))
      .map((one) => `${name}?${one.name}`),
  );
  expect(secret).toEqual(['get /api/vault-access/verify?token']);
});
