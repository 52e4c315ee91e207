// Text that is costly to process is refused by its length before any other check, so that nobody can block the service
// with a few large requests. Costs are measured in processor time, and compared with the same request in plain letters.
import { api } from '@remembrance/contract/api.ts';
import type { Endpoint } from '@remembrance/contract/endpoint.ts';
import { lengths, maxJsonBodyBytes } from '@remembrance/contract/limits.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessTable } from '../testing/access-table.ts';
import type { Sent } from '../testing/caller.ts';
import { type Owner, type PaidVault, paidVault, signedIn } from '../testing/people.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let owner: Owner;
let vault: PaidVault;
beforeAll(async () => {
  app = await openTestApp();
  owner = await signedIn(app);
  vault = await paidVault(app, owner);
});
afterAll(() => app.close());

/** NFKC expands it to eighteen characters. */
const mostCostly = '\ufdfa';
const costly = ['e\u0301', ' ', '.'];
const longFields: Record<string, number> = { message: lengths.message, transcript: lengths.transcript };
/** Leaves room for the other fields and JSON's punctuation. */
const bodyBytes = maxJsonBodyBytes - 30_000;

/** Texts of the maximum length of a body or a long field, and plain letters of the same number of bytes. */
function texts(unit: string, path: Path): { text: string; plain: string }[] {
  const inBody = Math.floor(bodyBytes / Buffer.byteLength(unit));
  const inField = Math.floor((longFields[String(path.at(-1))] ?? 0) / unit.length);
  return [inBody, Math.min(inField, inBody)]
    .filter((count) => count > 0)
    .map((count) => unit.repeat(count))
    .map((text) => ({ text, plain: 'x'.repeat(Buffer.byteLength(text)) }));
}

type Path = (string | number)[];
/** The paths of a body's texts. */
function textsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return [path];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, [...path, key]));
}
function withText(body: unknown, [key, ...rest]: Path, text: string): unknown {
  if (key === undefined) return text;
  if (Array.isArray(body))
    return body.map((item, index) => (String(index) === key ? withText(item, rest, text) : item));
  const object = body as Record<string, unknown>;
  return { ...object, [key]: withText(object[key], rest, text) };
}

const names = (Object.keys(api) as (keyof typeof api)[]).filter((name) => api[name].bodyKind === 'json');

/** The minimum cost of any request. */
const leastMilliseconds = 5;

describe('COST-1: processing any text costs at most ten times as much as plain letters', () => {
  test.each(names)('%s', (name) => expectCheap(name, [mostCostly]));

  test.each(names)('%s, with accents, spaces and characters of addresses', { tags: 'long' }, (name) =>
    expectCheap(name, costly),
  );
});

async function expectCheap(name: keyof typeof api, units: readonly string[]): Promise<void> {
  const endpoint: Endpoint = api[name];
  const sent = accessTable[name].send({ id: vault.id, secret: 'x', part: vault.id }) as Sent<Endpoint>;
  const costOf = async (body: unknown) => {
    const before = process.cpuUsage();
    await owner.call(endpoint, { ...sent, body } as Sent<Endpoint>);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  const cases = textsIn(sent.body).flatMap((path) =>
    units.flatMap((unit) => texts(unit, path).map((pair) => ({ path, unit, ...pair }))),
  );
  for (const { path, unit, text, plain } of cases) {
    const bound = 10 * Math.max(await costOf(withText(sent.body, path, plain)), leastMilliseconds);
    let cost = await costOf(withText(sent.body, path, text));
    // A garbage collection may fall into one measurement of a few milliseconds, but not into three.
    for (let tries = 1; tries < 3 && cost > bound && cost < 1000; tries += 1)
      cost = await costOf(withText(sent.body, path, text));
    const what = `${path.join('.')}: ${text.length} characters like ${JSON.stringify(unit)}`;
    expect(cost, what).toBeLessThanOrEqual(bound);
  }
}
