// The access matrix: every call of the contract, made by every principal, about their own data, somebody else's, an unknown id
// and an invalid id.
import { randomUUID } from 'node:crypto';
import { api } from '@remembrance/contract/api.ts';
import type { Endpoint } from '@remembrance/contract/endpoint.ts';
import { proofMinutes } from '@remembrance/contract/limits.ts';
import { problem, problemMediaType } from '@remembrance/contract/problem.ts';
import { ada, another, otto } from '@remembrance/contract/testing/cast.ts';
import { sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessVerifications, executors, securityQuestions } from '../src/platform/database/schema.ts';
import { accessTable, type Line, type Principal, principals, type Thing } from '../testing/access-table.ts';
import type { Caller, Sent } from '../testing/caller.ts';
import { fingerprint } from '../testing/fingerprint.ts';
import { type Owner, signedIn } from '../testing/people.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let people: Record<'owner' | 'otherOwner' | 'stale', Owner>;
let worlds = 0;
beforeAll(async () => {
  app = await openTestApp();
  people = { owner: await signedIn(app, ada), otherOwner: await signedIn(app, otto), stale: await staleSession() };
});
afterAll(() => app.close());

const calls = Object.entries(accessTable) as [keyof typeof api, Line][];
/** A guessed code, token or link query. */
const guess = '?expires=4102444800000&signature=guess';

interface World {
  callers: Record<Principal, Caller>;
  adasThing: Thing;
  ottosThing: Thing;
}

/** Creates every principal, and the subject of the call: one of Ada's and one of Otto's. */
async function makeWorld(line: Line): Promise<World> {
  const { about } = line;
  worlds += 1;
  const owner = about ? await signedIn(app, another(ada, worlds)) : people.owner;
  const otherOwner = about ? await signedIn(app, another(otto, worlds)) : people.otherOwner;
  const adasThing = (await about?.(app, owner)) ?? { id: '' };
  const ottosThing = (await about?.(app, otherOwner)) ?? { id: '' };
  const recipient = adasThing.recipient ?? app.caller();
  const strangers = { nobody: app.caller(), executor: app.caller(), stale: people.stale };
  return { callers: { owner, otherOwner, recipient, ...strangers }, adasThing, ottosThing };
}

/** A browser whose session was ended from another one. */
async function staleSession(): Promise<Owner> {
  const owner = await signedIn(app, another(ada, 0));
  await app.database.execute(sql`delete from sessions where user_id = ${owner.id}`);
  return owner;
}

interface Cell {
  principal: Principal;
  of: 'own' | 'foreign' | 'random' | 'no id';
  expected: number;
  make: () => Promise<LightMyRequestResponse>;
}

function cellsOf(endpoint: Endpoint, line: Line, { callers, adasThing, ottosThing }: World): Cell[] {
  const ids = { own: adasThing.id, foreign: ottosThing.id, random: randomUUID(), 'no id': 'not-an-id' };
  return principals.flatMap((principal) => {
    const secret = secretOf(principal, line, adasThing, ottosThing);
    return line.expected[principal].map((expected, i): Cell => {
      const [of = 'own', id = ''] = (Object.entries(ids) as [Cell['of'], string][])[i] ?? [];
      const part = (of === 'foreign' ? ottosThing : adasThing).part ?? '';
      const sent = line.send({ id, secret, part }) as Sent<Endpoint>;
      return { principal, of, expected, make: () => callers[principal].call(endpoint, sent) };
    });
  });
}

function secretOf(principal: Principal, { holder }: Line, adasThing: Thing, ottosThing: Thing): string {
  if (holder === 'owner' && principal === 'otherOwner') return ottosThing.secret ?? '';
  return (principal === holder ? adasThing.secret : undefined) ?? guess;
}

describe('ACCESS-1: everybody can access their own data, and cannot even learn that other data exists', () => {
  test('every call of the contract has a row in the table', () => {
    expect(Object.keys(accessTable).sort()).toEqual(Object.keys(api).sort());
  });

  test.each(calls)('%s', async (name, line) => {
    const endpoint: Endpoint = api[name];
    const world = await makeWorld(line);
    const cells = cellsOf(endpoint, line, world);
    const refused = cells.filter(({ expected }) => expected >= 400);
    const granted = cells.filter(({ expected }) => expected < 400);

    const before = await fingerprint(app.database);
    const refusals = await Promise.all(refused.map((cell) => checked(endpoint, cell)));
    expect(await fingerprint(app.database), 'a refused call has changed something').toEqual(before);
    expectSameForForeign(refusals);
    const grants = await Promise.all(granted.map((cell) => checked(endpoint, cell)));
    await expectNoSecrets(endpoint, [...refusals, ...grants]);
  });
});

describe('PROOF-1: a call that redirects or destroys something is refused in a session without a recent proof', () => {
  test.each(calls.filter(([name]) => api[name].proof !== 'none'))('%s', async (name, line) => {
    const endpoint: Endpoint = api[name];
    worlds += 1;
    const owner = await signedIn(app, another(ada, worlds));
    const adasThing = await line.about?.(app, owner);
    const usual = line.send({ id: '', secret: '', part: '', ...adasThing });
    app.clock.pass({ minutes: proofMinutes });
    const sent = (line.proven?.(app.clock.now()) ?? usual) as Sent<Endpoint>;
    const before = await fingerprint(app.database);
    expect(await owner.refused(endpoint, sent)).toMatchObject({ status: 403, code: 'proof-needed' });
    expect(await fingerprint(app.database)).toEqual(before);
    await owner.ask(api.proveByPassword, { body: { password: owner.password } });
    expect((await owner.call(endpoint, sent)).statusCode).toBe(line.expected.owner[0]);
  });
});

interface Answered extends Cell {
  answer: LightMyRequestResponse;
}

async function checked(endpoint: Endpoint, cell: Cell): Promise<Answered> {
  const { principal, of, expected, make } = cell;
  const answer = await make();
  const asked = `${principal} asks for ${of}: ${answer.body.slice(0, 300)}`;
  expect(answer.statusCode, asked).toBe(expected);
  if (expected >= 400) {
    expect(answer.headers['content-type'], asked).toContain(problemMediaType);
    expect(problem.parse(answer.json()), asked).toEqual(answer.json());
    if (expected === 401) expect(answer.json().detail).toContain('Unauthorized');
  } else if (endpoint.replyKind === 'json') {
    expect(endpoint.reply.parse(answer.json()), `${asked}: not as in the contract`).toEqual(answer.json());
  }
  return { ...cell, answer };
}

// A refusal about somebody else's data must equal the refusal about an unknown id.
function expectSameForForeign(refusals: Answered[]): void {
  for (const foreign of refusals.filter(({ of }) => of !== 'own' && of !== 'random')) {
    const random = refusals.find(({ principal, of }) => principal === foreign.principal && of === 'random');
    const asOwner = foreign.principal === 'otherOwner' && foreign.of === 'foreign';
    if (random && !asOwner) expect(withoutRequestId(foreign), foreign.principal).toEqual(withoutRequestId(random));
  }
}

function withoutRequestId({ answer }: Answered): object {
  const { requestId: _, ...rest } = answer.json();
  return rest;
}

// Nobody receives a digest, and only the owner and the verified recipient receive a message.
async function expectNoSecrets(endpoint: Endpoint, answers: Answered[]): Promise<void> {
  if (endpoint.replyKind === 'bytes') return;
  const secrets = await digests();
  for (const { principal, answer } of answers) {
    for (const digest of secrets) expect(answer.body).not.toContain(digest);
    const isReader = ['owner', 'otherOwner', 'recipient'].includes(principal);
    if (!isReader) expect(answer.body).not.toContain('The heron came back');
  }
}

async function digests(): Promise<string[]> {
  const codes = await app.database.select({ digest: executors.accessCode }).from(executors);
  const tokens = await app.database.select({ digest: accessVerifications.verificationToken }).from(accessVerifications);
  const answers = await app.database.select({ digest: securityQuestions.answer }).from(securityQuestions);
  return [...codes, ...tokens, ...answers].flatMap(({ digest }) => digest ?? []);
}
