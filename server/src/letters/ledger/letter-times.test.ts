// The ledger at its time limits: when a letter is due, whose claim counts, and what is recorded of a failure.
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { codeLetter, type LetterHarness, openLetterHarness } from '../../../testing/letter-harness.ts';
import { waitForLocks } from '../../../testing/wait-for-locks.ts';
import { letters } from '../../platform/database/schema.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { secondsLater } from '../../platform/lib/clock.ts';
import { type ClaimedLetter, claimLetters } from './claim-store.ts';
import { insertLetters, markSent } from './letter-batch-store.ts';
import { listSentLetters } from './letter-report-store.ts';
import { type Failure, pauseSeconds, reasonOf } from './letter-rules.ts';
import { markFailed, markRetry, renewLease, requeueFailed } from './letter-store.ts';

let harness: LetterHarness;
beforeAll(async () => {
  harness = await openLetterHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  await harness.database.delete(letters);
  await harness.queueOne();
});

const now = () => harness.clock.now();
async function claim(more: { letterIds?: string[]; except?: string[] } = {}) {
  const lease = { now: now(), leaseEndsAt: secondsLater(now(), 90) };
  const [letter] = await claimLetters(harness.database, { ...lease, max: 1, except: [], ...more });
  return letter ?? null;
}
async function claimed() {
  const letter = await claim();
  if (!letter) throw new Error('no letter is due');
  return letter;
}
const only = async () => (await harness.ledger())[0];
const untried = { attempts: 1, declinedAttempts: 0, unansweredAttempts: 0 };

test('a letter is due at its time and not a second earlier, even if its sender died', async () => {
  const letter = await claimed();
  harness.clock.pass({ seconds: 89 });
  expect(await claim()).toBeNull();
  harness.clock.pass({ seconds: 1 });
  expect(await claim()).toMatchObject({ id: letter.id, attempts: 2 });
});

test('one of twenty concurrent claims gets the letter, and none gets a letter it is already sending', async () => {
  const { id = '' } = (await only()) ?? {};
  expect(await claim({ except: [id] })).toBeNull();
  expect(await claim({ letterIds: [crypto.randomUUID()] })).toBeNull();
  const claims = await Promise.all(Array.from({ length: 20 }, () => claim()));
  expect(claims.filter(Boolean)).toHaveLength(1);
});

test('a wait set by a clock an hour ahead is over, but not one set a minute ahead', async () => {
  const late = secondsLater(now(), 86_400);
  await harness.database.update(letters).set({ dueAt: late, dueSetAt: secondsLater(now(), 60) });
  expect(await claim()).toBeNull();
  await harness.database.update(letters).set({ dueSetAt: secondsLater(now(), 61) });
  expect(await claim()).not.toBeNull();
});

test('a sender whose claim was taken over can record only a success', async () => {
  const first = await claimed();
  harness.clock.pass({ seconds: 90 });
  const second = await claimed();
  const facts = { now: now(), dueAt: secondsLater(now(), 30), reason: 'late', tries: untried };
  const before = await only();
  await markRetry(harness.database, first, facts);
  await renewLease(harness.database, first, now(), 90);
  expect(await harness.database.transaction((tx) => markFailed(tx, first, facts))).toBe(false);
  expect(await only()).toEqual(before);
  await markSent(harness.database, [{ letter: first, sentAt: now() }]);
  expect(await only()).toMatchObject({ status: 'sent', facts: null });
  const sent = await only();
  await markSent(harness.database, [{ letter: second, sentAt: secondsLater(now(), 5) }]);
  expect(await only()).toEqual(sent);
});

test('a renewed lease keeps the claim, so that later results count', async () => {
  const letter = await claimed();
  harness.clock.pass({ seconds: 60 });
  await renewLease(harness.database, letter, now(), 90);
  harness.clock.pass({ seconds: 60 });
  expect(await claim()).toBeNull();
  const facts = { now: now(), dueAt: secondsLater(now(), 30), reason: 'busy', tries: untried };
  await markRetry(harness.database, letter, facts);
  expect(await only()).toMatchObject({ status: 'queued', dueAt: facts.dueAt, lastError: 'busy' });
});

test('a letter that was given up is requeued once, by however many operators, with its tries reset', async () => {
  const letter = await claimed();
  const tries = { attempts: 41, declinedAttempts: 3, unansweredAttempts: 2 };
  await harness.database.transaction((tx) => markFailed(tx, letter, { now: now(), reason: 'no mailbox', tries }));
  const requeue = () => harness.database.transaction((tx) => requeueFailed(tx, letter.id, now()));
  const outcomes = await Promise.all([requeue(), requeue(), requeue()]);
  expect(outcomes.filter(Boolean)).toHaveLength(1);
  expect(await only()).toMatchObject({
    status: 'queued',
    attempts: 0,
    declinedAttempts: 0,
    unansweredAttempts: 0,
    lastError: null,
  });
  expect(await requeue()).toBeNull();
});

test('a second letter with the same once-key is not stored, and the first one does not change', async () => {
  const { id: _, ...row } = (await only()) ?? (await claimed());
  const again = {
    ...row,
    kind: 'executor-code' as const,
    facts: { recipientName: 'Edda', content: codeLetter },
    onceKey: 'released 7',
  };
  const insert = (id: string) =>
    harness.database.transaction((tx) => insertLetters(tx, [{ ...again, id, messageId: id }]));
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const inserted = await Promise.all([insert(one), insert(other)]);
  expect(inserted.flat()).toHaveLength(1);
  expect(await harness.database.select().from(letters).where(eq(letters.onceKey, 'released 7'))).toHaveLength(1);
});

test('sent letters are recorded even if a deletion locks some of them in another order', { tags: 'long' }, async () => {
  for (const _ of ['second', 'third']) await harness.queueOne();
  const [first, second, third] = [await claimed(), await claimed(), await claimed()];
  const sent = [first, second, third].map((letter) => ({ letter, sentAt: now() }));
  const remove = (tx: Transaction, { id }: ClaimedLetter) => tx.delete(letters).where(eq(letters.id, id));
  const unlocked = harness.database.select({ id: letters.id }).from(letters).for('update', { skipLocked: true });
  let recorded: Promise<void> | undefined;
  const deletion = harness.database.transaction(async (tx) => {
    await remove(tx, third);
    recorded = markSent(harness.database, sent);
    await waitForLocks(harness.database, 1);
    expect(await unlocked).toEqual([]); // so that each waits for the other's lock
    await remove(tx, first);
  });
  // The database ends one of the two. It ends the deletion if that started to wait a second later.
  const isDeleted = await deletion.then(
    () => true,
    ({ cause }) => cause.code !== '40P01' && Promise.reject(cause),
  );
  await recorded;
  const left = isDeleted ? [second] : [first, second, third];
  const ledger = await harness.ledger();
  expect(ledger.map(({ id, status }) => [id, status]).sort()).toEqual(left.map(({ id }) => [id, 'sent']).sort());
});

test('letters are listed newest first, to one address in any case, within the limit', async () => {
  await harness.queueOne({ to: { name: 'Rosa', email: 'rosa@example.com' } });
  harness.clock.pass({ seconds: 1 });
  await harness.queueOne({ to: { name: 'Rosa', email: 'rosa@example.com' } });
  await harness.database.update(letters).set({ status: 'sent' });
  const to = (address: string | undefined, max = 10) => listSentLetters(harness.database, { to: address, max });
  const theirs = await to(' ROSA@example.com ');
  expect(theirs.map(({ recipient }) => recipient)).toEqual(['rosa@example.com', 'rosa@example.com']);
  expect((theirs[0]?.createdAt ?? 0) > (theirs[1]?.createdAt ?? 0)).toBe(true);
  expect(
    [await to(undefined), await to('nobody@example.com'), await to(undefined, 2)].map(({ length }) => length),
  ).toEqual([...[3, 0, 2]]);
});

test('for any answer of a mail server, the recorded reason is one short line without an address, a link or a code', () => {
  const parts = fc.constantFrom(
    ...['rosa@example.com', '<rosa@example.com>', 'https://keep.example/x?y=1', 'HTTP://KEEP.EXAMPLE/x', '\r\n', '\0'],
    ...['K7QXM-2VJTR-9WDFH-4NPZC', 'a'.repeat(43), '550 5.1.1', 'no mailbox', ' ', '"', 'smtp://u:p@h', '\u0085'],
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(parts, fc.string({ maxLength: 20 })), { maxLength: 30 }), (answer) => {
      const reason = reasonOf(new Error(answer.join(' ')));
      expect(reason.length).toBeLessThanOrEqual(300);
      expect(reason).not.toMatch(/rosa@|keep\.example|2VJTR|[\w-]{20}|\p{Cc}/u);
    }),
  );
  expect([reasonOf('text'), reasonOf(undefined), reasonOf({ a: 1 })]).toEqual(['text', 'undefined', '[object Object]']);
});

test('for any number of tries a pause is between half a minute and a day, and more tries never shorten it', () => {
  const failures = fc.constantFrom<Failure>('refused', 'declined', 'unanswered', 'later');
  const count = fc.integer({ min: 1, max: 60 });
  fc.assert(
    fc.property(failures, count, count, count, (failure, attempts, declinedAttempts, unansweredAttempts) => {
      const pause = pauseSeconds(failure, { attempts, declinedAttempts, unansweredAttempts });
      if (pause !== null) expect(pause >= 30 && pause <= 86_400).toBe(true);
      const next = pauseSeconds(failure, {
        attempts: attempts + 1,
        declinedAttempts: declinedAttempts + 1,
        unansweredAttempts: unansweredAttempts + 1,
      });
      if (pause === null) expect(next).toBeNull();
      else if (next !== null) expect(next).toBeGreaterThanOrEqual(pause);
    }),
  );
});
