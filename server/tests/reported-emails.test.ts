// An email that somebody reports by its link: what of its owner's waits then, what still leaves, and that nobody can stop it for good.
import { api } from '@remembrance/contract/api.ts';
import { letterReaders } from '@remembrance/contract/letter-readers.ts';
import { type LetterKind, letterKinds } from '@remembrance/contract/letters.ts';
import { reportedWaitDays } from '@remembrance/contract/limits.ts';
import { ada, another, edda } from '@remembrance/contract/testing/cast.ts';
import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { find } from '../src/commands/admin/admin-lists.ts';
import { findOldestUnsent } from '../src/letters/ledger/letter-report-store.ts';
import { reportToken, strangersOwner } from '../src/letters/ledger/report-link.ts';
import { sendDueLetters } from '../src/letters/sending/send-due-letters.ts';
import { acts, letters, users } from '../src/platform/database/schema.ts';
import { daysLater } from '../src/platform/lib/clock.ts';
import { expectRefused, prepared } from '../testing/expect-refused.ts';
import { type Owner, paidVault, release, releasedVault, signedIn } from '../testing/people.ts';
import { runCommand } from '../testing/run-admin-command.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

const operator = 'op@keep.example';
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ OPERATOR_EMAIL: operator });
});
afterAll(() => app.close());

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
const newest = async (vaultId: string, kind: LetterKind, email: string) => {
  const isOne = and(eq(letters.vaultId, vaultId), eq(letters.kind, kind), eq(letters.recipient, email));
  const [letter] = await app.database.select().from(letters).where(isOne).orderBy(desc(letters.createdAt)).limit(1);
  if (!letter) throw new Error(`${email} has no letter of the kind ${kind}`);
  return letter;
};
const statusOf = async (...of: Parameters<typeof newest>) => (await newest(...of)).status;
const tokenFor = async (...of: Parameters<typeof newest>) =>
  reportToken(app.services.keyring, (await newest(...of)).id);
const report = (token: string) => app.caller().call(api.reportEmail, { body: { token } });
const notices = async ({ id }: Owner) =>
  (await app.lettersTo(operator)).filter(({ facts }) => JSON.stringify(facts).includes(id));
const clear = ({ id }: Owner) => runCommand(app.services, 'clear-reports', { subject: id, reason: 'a mistake' });

test('ABUSE-9: after a report emails of its owner to people who have not confirmed wait until the operator clears it, and nothing is lost', async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner);
  const other = await newOwner();
  const theirs = await paidVault(app, other, { executorEmail: 'other@example.com' });
  const { confirmLink = '' } = await app.lastLetter('executor-code', edda.email);
  await app.sendLetters();
  const token = await tokenFor(vault.id, 'executor-code', edda.email);
  expect((await report(token)).json()).toEqual({ reported: true });
  expect((await report(token)).statusCode).toBe(200);
  expect(await notices(owner)).toHaveLength(1);
  expect(JSON.stringify(await notices(owner))).not.toMatch(
    new RegExp(`${edda.email}|${vault.title}|${owner.lastName}`),
  );
  const noted = await app.database.select().from(acts).where(eq(acts.event, 'email-reported'));
  expect(noted.map(({ vaultId, detail }) => ({ vaultId, detail }))).toEqual([
    { vaultId: null, detail: { kind: 'executor-code' } },
  ]);

  const add = (by: Owner, { id }: { id: string }) =>
    by.ask(api.addExecutor, { params: { id }, body: { name: 'Emil', email: 'emil@example.com' } });
  await add(owner, vault);
  await add(other, theirs);
  await app.sendLetters();
  const waiting = await newest(vault.id, 'executor-code', 'emil@example.com');
  expect(waiting).toMatchObject({
    status: 'queued',
    attempts: 0,
    lastError: 'waits: an email of the owner was reported',
  });
  expect(await statusOf(theirs.id, 'executor-code', 'emil@example.com')).toBe('sent');
  expect((await app.lettersTo(owner.email)).map(({ kind }) => kind)).not.toContain('owner-change');
  app.clock.pass({ hours: 2 });
  expect(await findOldestUnsent(app.database, daysLater(waiting.dueAt, 1))).toBeNull();
  // Who has confirmed is no stranger.
  await app.caller().ask(api.confirmExecutor, { body: { token: new URL(confirmLink).hash.slice(1) } });
  await app.caller().ask(api.sendAgain, { body: { email: edda.email } });
  await app.sendLetters();
  expect(await statusOf(vault.id, 'executor-code-again', edda.email)).toBe('sent');

  expect((await find(app.services, owner.id)).text).toMatch(
    /1 report {2}reported on [\d-]+, not cleared {2}1 emails wait/,
  );
  expect(await clear(owner)).toContain('1 of them');
  await expect(clear(owner)).rejects.toThrow('No account with this id has a report');
  await app.sendLetters();
  expect(await statusOf(vault.id, 'executor-code', 'emil@example.com')).toBe('sent');
  // The same person does not stop it again.
  await report(await tokenFor(vault.id, 'executor-code-again', edda.email));
  expect((await find(app.services, owner.email)).text).not.toContain('not cleared');
  expect(await notices(owner)).toEqual([]); // the first one was sent
});

test('ABUSE-9: nobody stops the delivery of a released vault for good by reports, even if no operator looks', async () => {
  const owner = await newOwner();
  const plan = { planType: 'premium_one_time' } as const;
  const first = await paidVault(app, owner, { ...plan, recipientEmail: 'first@example.com' });
  const second = await paidVault(app, owner, { ...plan, recipientEmail: 'second@example.com' });
  const { token } = await release(app, first);
  await app.sendLetters();
  await report(await tokenFor(first.id, 'recipient-invitation', 'first@example.com'));
  await release(app, second);
  await app.sendLetters();
  expect(await statusOf(second.id, 'recipient-invitation', 'second@example.com')).toBe('queued');
  // A later email to the same reader is another letter, and not another report.
  app.clock.pass({ days: 3 });
  await app.caller().ask(api.requestFreshLink, { body: { token } });
  await report(await tokenFor(first.id, 'recipient-fresh-link', 'first@example.com'));
  app.clock.pass({ days: reportedWaitDays - 3, seconds: -1 });
  await app.sendLetters();
  expect(await statusOf(second.id, 'recipient-invitation', 'second@example.com')).toBe('queued');
  app.clock.pass({ seconds: 1 });
  await app.sendLetters();
  expect(await statusOf(second.id, 'recipient-invitation', 'second@example.com')).toBe('sent');
});

test('a report by a clock that was two years ahead makes nothing wait once the clock is right', async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner, { executorEmail: 'ahead@example.com' });
  const ahead = daysLater(app.clock.now(), 730);
  await app.database.update(users).set({ reportedAt: ahead }).where(eq(users.id, owner.id));
  await app.sendLetters();
  expect(await statusOf(vault.id, 'executor-code', 'ahead@example.com')).toBe('sent');
});

test('ABUSE-9: a reader who has entered the address still gets the code and a fresh link', async () => {
  const owner = await newOwner();
  const email = 'reader@example.com';
  const vault = await releasedVault(app, owner, { recipientEmail: email });
  await app.sendLetters();
  const caller = app.caller();
  await caller.ask(api.verifyAccessEmail, { body: { token: vault.token, email } });
  await report(await tokenFor(vault.id, 'recipient-invitation', email));
  app.clock.pass({ minutes: 11 });
  await caller.ask(api.requestFreshLink, { body: { token: vault.token } });
  await app.sendLetters();
  expect(await statusOf(vault.id, 'recipient-fresh-link', email)).toBe('sent');
});

test('a token that was altered, is of another letter, or of a letter that is gone is refused, and ten concurrent reports are one', async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner, { executorEmail: 'ten@example.com' });
  await app.sendLetters();
  const token = await tokenFor(vault.id, 'executor-code', 'ten@example.com');
  const [letterId = '', signature = ''] = token.split('.');
  const elsewhere = reportToken(app.services.keyring, vault.id);
  for (const wrong of [letterId, `${letterId}.`, `.${signature}`, `${vault.id}.${signature}`, elsewhere, 'x'])
    await expectRefused(
      app.database,
      'report-link-unknown',
      prepared(app.caller(), api.reportEmail, { body: { token: wrong } }),
    );
  const all = await Promise.all(Array.from({ length: 10 }, () => report(token)));
  expect(all.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
  expect(await notices(owner)).toHaveLength(1);
});

test('ABUSE-9: every email to somebody who is not its owner has a link to report it, and no other has one', () => {
  const owner = { id: 'x', emails: ['ada@example.com'], createdAt: '', reportedAt: null };
  const to = (recipient: string) => letterKinds.filter((kind) => strangersOwner({ kind, recipient, owner }));
  expect(to('rosa@example.com')).toEqual(letterKinds.filter((kind) => letterReaders[kind] === 'stranger'));
  expect(to('Ada@Example.com')).toEqual([]);
});

test('the link in an email that was sent reports it', async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner, { executorEmail: 'linked@example.com' });
  await app.sendLetters();
  const sent: { text: string; html: string }[] = [];
  const { letterSending, mailer } = app.services;
  await owner.ask(api.addExecutor, { params: { id: vault.id }, body: { name: '', email: 'read@example.com' } });
  const keep = { ...mailer, send: async (letter: { text: string; html: string }) => String(sent.push(letter)) };
  await sendDueLetters({ ...letterSending, mailer: keep });
  const links = sent.flatMap(({ text }) => /Report this email:\n(\S+)/.exec(text)?.[1] ?? []);
  expect(links).toHaveLength(1); // the owner's letter about the new executor has none
  expect(sent.filter(({ html }) => html.includes(`href="${links[0]}"`))).toHaveLength(1);
  const link = new URL(links[0] ?? '');
  expect(link.pathname).toBe('/report-email');
  expect((await report(link.hash.slice(1))).statusCode).toBe(200);
  const [row] = await app.database.select().from(users).where(eq(users.id, owner.id));
  expect(row?.reportedAt).toEqual(app.clock.now());
});
