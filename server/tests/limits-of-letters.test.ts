// The limits of letters to people who never asked for one: of a network, an installation, an owner, and of owners who have paid nothing. The
// operator gets a letter about each. An owner's own act is refused, and a letter that nobody can repeat waits and is never dropped.
import { api } from '@remembrance/contract/api.ts';
import { letterReaders } from '@remembrance/contract/letter-readers.ts';
import { type LetterKind, letterKinds } from '@remembrance/contract/letters.ts';
import { executorLettersPerDay, sentToStrangersPerDay, strangersOfNewOwner } from '@remembrance/contract/limits.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { and, desc, eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MailUnavailable } from '../src/letters/mailers/mailer.ts';
import { sendDueLetters } from '../src/letters/sending/send-due-letters.ts';
import { letters, payments, rateLimits, userSubscriptions } from '../src/platform/database/schema.ts';
import { daysLater } from '../src/platform/lib/clock.ts';
import { countedBefore } from '../src/vaults/release/find-letter-wait.ts';
import { chargeOf, type Owner, paidVault, releasedVault, signedIn } from '../testing/people.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

const operator = 'op@keep.example';
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ RATE_LIMIT_FACTOR: '1', OPERATOR_EMAIL: operator });
});
afterAll(() => app.close());

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
/** Counts this many tries, as if others had made them. */
const fill = async (key: string, tries: number) => {
  const row = { key: app.services.keyring.digest('rate-limit', key), tries };
  const windowEndsAt = daysLater(app.clock.now(), 1);
  const set = { tries, windowEndsAt };
  await app.database
    .insert(rateLimits)
    .values({ ...row, windowEndsAt })
    .onConflictDoUpdate({ target: rateLimits.key, set });
};
const counted = async (key: string) => {
  const isOne = eq(rateLimits.key, app.services.keyring.digest('rate-limit', key));
  return (await app.database.select().from(rateLimits).where(isOne))[0]?.tries ?? 0;
};
const noticesOf = async (words: string) =>
  (await app.lettersTo(operator)).flatMap(({ kind, facts }) =>
    kind === 'operator-notice' && 'what' in facts && facts.what.includes(words) ? [facts.details.join(' ')] : [],
  );
const letterOf = async ({ id }: { id: string }, kind: LetterKind) => {
  const isOne = and(eq(letters.vaultId, id), eq(letters.kind, kind));
  const [letter] = await app.database.select().from(letters).where(isOne).orderBy(desc(letters.createdAt)).limit(1);
  return letter;
};
/** A free month, under way or over, is no payment. */
async function onTrial({ id }: Owner, status: 'trial' | 'ended' = 'trial') {
  await app.database.update(userSubscriptions).set({ status }).where(eq(userSubscriptions.userId, id));
  await app.database.delete(payments).where(eq(payments.userId, id));
}

test('ABUSE-10: a network causes at most sixty letters to executors a day, and the operator gets a letter with its name in the audit', async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner);
  await fill('executor letters from 127.0.0.1', executorLettersPerDay.ofNetwork - 1);
  const add = (email: string) => owner.call(api.addExecutor, { params: { id: vault.id }, body: { name: '', email } });
  expect((await add('sixtieth@example.com')).statusCode).toBe(200);
  expect(await noticesOf('network')).toEqual([]);
  for (const email of ['one-more@example.com', 'another@example.com'])
    expect((await add(email)).json()).toMatchObject({ code: 'letter-limit-reached' });
  const [notice = '', ...more] = await noticesOf('A network has caused too many emails to executors today');
  expect(more).toEqual([]);
  expect(notice).toContain(`network ${app.services.logNames.network('127.0.0.1')}`);
  expect(notice).not.toContain('127.0.0.1');
  app.clock.pass({ days: 2 });
});

test('ABUSE-10: all owners together cause at most five thousand letters to executors a day, and the operator gets a letter', async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner);
  await fill('executor letters of all owners', executorLettersPerDay.ofInstallation);
  const params = { id: vault.id };
  for (const email of ['late@example.com', 'later@example.com'])
    expect(await owner.refused(api.addExecutor, { params, body: { name: '', email } })).toMatchObject({
      code: 'letter-limit-reached',
    });
  expect(await noticesOf('Emails to executors have stopped for today')).toHaveLength(1);
  app.clock.pass({ days: 2 });
});

test('ABUSE-10: a released vault over a limit of its owner or installation waits, is reported once a day, and is delivered the next day', async () => {
  const [paying, trying] = [await newOwner(), await newOwner()];
  const theirs = await releasedVault(app, paying, { recipientEmail: 'of-paying@example.com' });
  const plan = { planType: 'basic_subscription' } as const;
  const free = await releasedVault(app, trying, { ...plan, recipientEmail: 'of-trying@example.com' });
  await onTrial(trying);
  await fill(`letters to strangers of ${paying.id}`, sentToStrangersPerDay.ofOwner);
  await fill('letters to strangers of owners who have paid nothing', sentToStrangersPerDay.ofUnpaid);
  await app.sendLetters();
  for (const vault of [theirs, free])
    expect(await letterOf(vault, 'recipient-invitation')).toMatchObject({
      status: 'queued',
      attempts: 0,
      lastError: 'waits: a limit of emails to others is reached',
    });
  const isNotice = like(letters.onceKey, 'operator/letters-wait/%');
  expect(await app.database.$count(letters, and(isNotice, eq(letters.recipient, operator)))).toBe(1);
  app.clock.pass({ days: 1, seconds: 1 });
  await app.sendLetters();
  for (const vault of [theirs, free])
    expect(await letterOf(vault, 'recipient-invitation')).toMatchObject({ status: 'sent' });
});

test('AGREE-4: emails about a request for a release use up nothing that the email to a recipient needs, and do not wait for it', async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner);
  const was = { waitHours: 0, mustAgree: false } as const;
  await owner.ask(api.changeReleaseSettings, {
    params: { id: vault.id },
    body: { waitHours: 24, mustAgree: false, was },
  });
  await app.sendLetters();
  const before = await counted(`letters to strangers of ${owner.id}`);
  await app.caller().ask(api.releaseVault, { params: { vaultId: vault.id }, body: { accessCode: vault.code } });
  await app.sendLetters();
  expect(await letterOf(vault, 'executor-wait')).toMatchObject({ status: 'sent' });
  expect(await counted(`letters to strangers of ${owner.id}`)).toBe(before);
});

test('ABUSE-4: the recipients of a new owner who has paid nothing are strangers too, and their emails leave once the owner has paid', async () => {
  const owner = await newOwner();
  const plan = { planType: 'basic_subscription' } as const;
  const vault = await releasedVault(app, owner, { ...plan, recipientEmail: 'sixth@example.com' });
  await onTrial(owner, 'ended');
  const chargedBack = { ...chargeOf(owner, 'pi_lost', app.clock.now()), isDisputed: true };
  await app.database.insert(payments).values(chargedBack);
  await fill(`strangers of ${owner.id}`, strangersOfNewOwner.addresses);
  await app.sendLetters();
  expect(await letterOf(vault, 'recipient-invitation')).toMatchObject({ status: 'queued' });
  await app.database.insert(payments).values(chargeOf(owner, 'pi_paid', app.clock.now()));
  app.clock.pass({ days: 1, seconds: 1 });
  await app.sendLetters();
  expect(await letterOf(vault, 'recipient-invitation')).toMatchObject({ status: 'sent' });
});

test('a letter is counted once, however often the journal or the mail server is unavailable', async () => {
  const owner = await newOwner();
  await app.sendLetters();
  await releasedVault(app, owner, { recipientEmail: 'patient@example.com' });
  const { letterSending, mailer } = app.services;
  const away = { ...mailer, send: () => Promise.reject(new MailUnavailable('away')) };
  await sendDueLetters({ ...letterSending, writeJournal: () => Promise.reject(new Error('the disk is full')) });
  for (let tries = 0; tries < 3; tries += 1) {
    await sendDueLetters({ ...letterSending, mailer: away });
    app.clock.pass({ minutes: 1 });
  }
  await app.sendLetters();
  expect(await counted(`letters to strangers of ${owner.id}`)).toBe(1);
});

test('every kind of letter to a stranger is counted, by the act that causes it or when it is sent', () => {
  // A new kind is counted when it is sent, unless somebody decides otherwise in `countedBefore`.
  const strangers = letterKinds.filter((kind) => letterReaders[kind] === 'stranger');
  expect(strangers).toEqual(expect.arrayContaining(countedBefore));
});
