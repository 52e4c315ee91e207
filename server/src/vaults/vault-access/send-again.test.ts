// Lost codes and links are mailed again: to whom, what still works, what gives nothing, the limits, and what the owner learns.
import { api } from '@remembrance/contract/api.ts';
import { lostCodes, sendAgainPerDay } from '@remembrance/contract/limits.ts';
import { ada, another, vaultForm } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { draftVault, type PaidVault, paidVault, release, signedIn, tokenOf } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { countTry } from '../../http/rate-limit-store.ts';
import { createRateLimiter } from '../../http/rate-limiter.ts';
import type { Routes } from '../../http/routes.ts';
import { acts, executors, letters } from '../../platform/database/schema.ts';
import { sendAgain } from './send-again.ts';
import { vaultAccessRoutes } from './vault-access-routes.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
const newPeople = () => ({
  executorEmail: `edda-${++people}@example.com`,
  recipientEmail: `rosa-${people}@example.com`,
});
const ask = (email: string) => app.caller().ask(api.sendAgain, { body: { email } });
const lettersTo = async (email: string, kind: string) =>
  (await app.lettersTo(email)).filter((letter) => letter.kind === kind);
const codesTo = (email: string) => lettersTo(email, 'executor-code-again');
const countLetters = () => app.database.$count(letters);
const eventsOf = async ({ id }: PaidVault) =>
  (await app.database.select().from(acts).where(eq(acts.vaultId, id))).map(({ event }) => event);

test('LOST-1: an executor who lost the code gets the same one again, and it releases the vault', async () => {
  const [owner, named] = [await newOwner(), newPeople()];
  const vault = await paidVault(app, owner, named);
  const [before] = await app.database.select().from(executors).where(eq(executors.vaultId, vault.id));
  app.clock.pass({ days: 2200 });
  await ask(`  ${named.executorEmail.toUpperCase()} `);
  expect(await codesTo(named.executorEmail)).toMatchObject([
    { facts: { code: vault.code, vaultTitle: vault.title, card: { vaultId: vault.id, number: 1 } } },
  ]);
  expect(await app.database.select().from(executors).where(eq(executors.vaultId, vault.id))).toEqual([before]);
  expect((await release(app, vault)).status).toBe('released');
});

test('LOST-1: a recipient who lost the email gets a fresh link at the stored address', async () => {
  const named = newPeople();
  const vault = await release(app, await paidVault(app, await newOwner(), named));
  app.clock.pass({ days: 400 });
  await ask(named.recipientEmail);
  const { link } = await app.lastLetter('recipient-fresh-link', named.recipientEmail);
  expect(tokenOf(link)).not.toBe(vault.token);
  expect(await app.caller().ask(api.verifyAccess, { query: { token: tokenOf(link) } })).toEqual({ step: 'email' });
  expect(await eventsOf(vault)).toContain('link-sent');
  expect(await codesTo(named.executorEmail)).toEqual([]);
});

test('LOST-1: one request mails the codes of every vault that names the address, and the links', async () => {
  const [named, other] = [newPeople(), newPeople()];
  const both = { executorEmail: named.executorEmail, recipientEmail: other.recipientEmail };
  const vaults = [await paidVault(app, await newOwner(), named), await paidVault(app, await newOwner(), both)];
  await release(app, await paidVault(app, await newOwner(), { ...other, recipientEmail: named.executorEmail }));
  app.clock.pass({ minutes: 11 });
  await ask(named.executorEmail);
  const codes = (await codesTo(named.executorEmail)).map(({ facts }) => 'code' in facts && facts.code);
  expect(codes.toSorted()).toEqual(vaults.map(({ code }) => code).toSorted());
  expect(await lettersTo(named.executorEmail, 'recipient-fresh-link')).toHaveLength(1);
});

test('LOST-2: nothing is mailed for an unknown address, a draft, a deleted vault or account, and the reply is the same', async () => {
  const [draft, gone, closed, waiting] = [newPeople(), newPeople(), newPeople(), newPeople()];
  await draftVault(await newOwner(), draft);
  const owner = await newOwner();
  const deleted = await paidVault(app, owner, gone);
  await owner.ask(api.deleteVault, { params: { id: deleted.id } });
  const leaving = await newOwner();
  await paidVault(app, leaving, closed);
  await leaving.ask(api.deleteAccount);
  await paidVault(app, await newOwner(), waiting);
  app.clock.pass({ minutes: 11 });
  const before = await countLetters();
  const unknown = 'nobody@example.com';
  for (const email of [unknown, ada.email, draft.executorEmail, gone.executorEmail, closed.executorEmail]) {
    expect(await ask(email)).toEqual({ email });
  }
  // The recipient of a vault that is not released must not learn of it.
  expect(await ask(waiting.recipientEmail)).toEqual({ email: waiting.recipientEmail });
  expect(await countLetters()).toBe(before);
});

test('LOST-2: the reply takes at least the same time for every address', async () => {
  const named = newPeople();
  await paidVault(app, await newOwner(), named);
  const pauses: number[] = [];
  const pause = async (milliseconds: number) => void pauses.push(milliseconds);
  const handlers = new Map<string, (call: object) => Promise<unknown>>();
  const bind = ({ path }: { path: string }, handler: never) => void handlers.set(path, handler);
  const routes = { open: bind, owner: bind, stream: bind, ownerStream: bind } as unknown as Routes;
  vaultAccessRoutes(routes, { ...app.services, pause });
  for (const email of [named.executorEmail, 'nobody@example.com'])
    expect(await handlers.get(api.sendAgain.path)?.({ body: { email } })).toEqual({ email });
  expect(pauses).toEqual([300, 300]);
});

test('LOST-1: a replaced executor gets nothing, and the new one only the new code', async () => {
  const [owner, before, after] = [await newOwner(), newPeople(), newPeople()];
  const vault = await paidVault(app, owner, before);
  const [executor] = await owner.ask(api.listExecutors, { params: { id: vault.id } });
  const params = { id: vault.id, executorId: executor?.id ?? '' };
  await owner.ask(api.correctExecutor, { params, body: { name: 'Emil', email: after.executorEmail } });
  const { code } = await app.lastLetter('executor-code', after.executorEmail);
  await ask(before.executorEmail);
  await ask(after.executorEmail);
  expect(await codesTo(before.executorEmail)).toEqual([]);
  expect(await codesTo(after.executorEmail)).toMatchObject([{ facts: { code, card: { number: 2 } } }]);
});

test('LOST-3: the owner is notified of each code that was sent again, and it is in the activity of the vault', async () => {
  const [owner, named] = [await newOwner(), newPeople()];
  const vault = await paidVault(app, owner, named);
  await ask(named.executorEmail);
  expect(await lettersTo(owner.email, 'executor-code-resent')).toMatchObject([
    { facts: { vaultTitle: vault.title, executorName: vaultForm().executorName } },
  ]);
  expect((await app.lastLetter('executor-code-resent', owner.email)).link).toMatch(`/vault/${vault.id}`);
  const { lines } = await owner.ask(api.listActivity, { params: { id: vault.id }, query: {} });
  expect(lines[0]).toMatchObject({
    actor: 'service',
    event: 'code-sent-again',
    executor: vaultForm().executorName,
  });
});

test('LOST-3: anyone who asks all day causes at most three codes a day, ten minutes apart, even concurrently', async () => {
  const named = newPeople();
  const vault = await paidVault(app, await newOwner(), named);
  await Promise.all(Array.from({ length: 5 }, () => ask(named.executorEmail)));
  expect(await codesTo(named.executorEmail)).toHaveLength(1);
  app.clock.pass({ minutes: lostCodes.minutes, seconds: -1 });
  await ask(named.executorEmail);
  expect(await codesTo(named.executorEmail)).toHaveLength(1);
  app.clock.pass({ seconds: 1 });
  await ask(named.executorEmail);
  expect(await codesTo(named.executorEmail)).toHaveLength(2);
  app.clock.pass({ minutes: lostCodes.minutes });
  await ask(named.executorEmail);
  app.clock.pass({ minutes: lostCodes.minutes });
  await ask(named.executorEmail);
  expect(await codesTo(named.executorEmail)).toHaveLength(lostCodes.perDay);
  expect((await eventsOf(vault)).filter((event) => event === 'code-sent-again')).toHaveLength(lostCodes.perDay);
  app.clock.pass({ days: 1 });
  await ask(named.executorEmail);
  expect(await codesTo(named.executorEmail)).toHaveLength(lostCodes.perDay + 1);
});

test('LOST-3: requests for one address are limited from all networks together, without an error', async () => {
  const [owner, named] = [await newOwner(), newPeople()];
  const email = named.executorEmail;
  const { clock, keyring, database } = app.services;
  const rateLimiter = createRateLimiter({
    clock,
    factor: 1,
    digestKey: (key) => keyring.digest('rate-limit', key),
    countTry: (key, count) => countTry(database, key, count),
    uncountTry: async () => {},
  });
  const request = (address = email) => sendAgain({ ...app.services, rateLimiter }, address);
  for (let i = 0; i < sendAgainPerDay.requests; i += 1) await request();
  await paidVault(app, owner, named);
  await request(email.toUpperCase());
  expect(await codesTo(email)).toEqual([]);
  app.clock.pass({ days: 1 });
  await request();
  expect(await codesTo(email)).toHaveLength(1);
});
