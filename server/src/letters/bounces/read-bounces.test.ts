// Bounces on a real ledger: what puts a letter in doubt, what does not, and that no message does harm.
import { randomBytes } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as bounces from '../../../testing/bounces.ts';
import { type LetterHarness, openLetterHarness, sendLetter } from '../../../testing/letter-harness.ts';
import { createKeyring } from '../../keys/secret/keyring.ts';
import { acts, journalChanges, letters } from '../../platform/database/schema.ts';
import { newId } from '../../platform/lib/ids.ts';
import { type BounceMailbox, type Handled, MailboxUnavailable } from './bounce-mailbox.ts';
import { createBounceWatch } from './bounce-watch.ts';
import { readBounces } from './read-bounces.ts';
import { returnPathOf } from './return-path.ts';

let harness: LetterHarness;
beforeAll(async () => {
  harness = await openLetterHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  await harness.database.delete(letters);
  logged.length = 0;
});

const bounceAddress = 'bounce@mail.keep.example';
const logged: Record<string, unknown>[] = [];
const { signal } = new AbortController();

/** A mailbox in memory with the same contract as the real one. */
function mailboxWith(...messages: Buffer[]) {
  const marks = new Map<number, Handled>();
  return {
    marks,
    async read(handle, { max }) {
      const waiting = messages.map((_, index) => index).filter((index) => !marks.has(index));
      for (const index of waiting.slice(0, max)) marks.set(index, await handle(messages[index] ?? Buffer.alloc(0)));
    },
    probe: async () => messages.length - marks.size,
    contains: async () => false,
  } satisfies BounceMailbox & Record<string, unknown>;
}

function needsWith(bounceMailbox: BounceMailbox) {
  const bounceWatch = createBounceWatch(harness.clock);
  const logBounces = (message: string, counts: Record<string, number>) => void logged.push({ message, ...counts });
  return { ...harness.needs, bounceMailbox, bounceWatch, logBounces };
}

async function read(...messages: Buffer[]) {
  const mailbox = mailboxWith(...messages);
  await readBounces(needsWith(mailbox), signal);
  return [...mailbox.marks.values()];
}

/** A letter that was sent, with its return path. */
async function sentLetter() {
  await harness.queueOne();
  await sendLetter({ ...harness.needs, bounceAddress });
  const letter = (await harness.ledger()).at(-1);
  if (!letter) throw new Error('no letter');
  return { ...letter, returnPath: returnPathOf(harness.keyring, bounceAddress, letter.id).address };
}

const letterNow = async (id: string) => (await harness.database.select().from(letters).where(eq(letters.id, id)))[0];
const stepsOf = async (id: string) => {
  const found = await harness.database
    .select()
    .from(acts)
    .where(eq(acts.letterId, id))
    .orderBy(asc(acts.at), asc(acts.id));
  return found.map(({ event, detail }) => ({ event, detail })).slice(2);
};

test('a letter leaves with its return path as the envelope sender, and its ledger row names the accepting server', async () => {
  const { returnPath, acceptedBy } = await sentLetter();
  const sent = harness.mailer.sent.at(-1);
  expect(sent).toMatchObject({ from: { email: 'letters@keep.example' }, returnPath: { address: returnPath } });
  expect(acceptedBy).toBe('mail.keep.example: 250 accepted');
});

test.each([
  ['Exim', bounces.eximBounce, 'address-unknown', '5.0.0'],
  ['Postfix', bounces.postfixBounce, 'address-unknown', '5.1.1'],
  ['Gmail', bounces.gmailBounce, 'mailbox-full', '5.2.2'],
  ['Exchange', bounces.exchangeBounce, 'refused', '5.7.1'],
] as const)(
  'LET-80: a bounce of %s puts its letter in doubt, and the letter stays sent',
  async (_, bounce, doubt, status) => {
    const { returnPath, ...sent } = await sentLetter();
    const { id } = sent;
    expect(sent.doubt).toBeNull();
    harness.clock.pass({ hours: 1 });
    expect(await read(bounce(returnPath))).toEqual(['done']);
    expect(await letterNow(id)).toEqual({ ...sent, doubt, doubtedAt: harness.clock.now() });
    expect(await stepsOf(id)).toEqual([{ event: 'letter-doubted', detail: { doubt, status } }]);
    expect(logged).toEqual([
      { message: 'messages of the bounce mailbox', doubted: 1, delayed: 0, ignored: 0, left: 0 },
    ]);
  },
);

test('the first report decides, however often and by however many concurrent processes it is repeated', async () => {
  const { id, returnPath } = await sentLetter();
  const [full, unknown] = [bounces.gmailBounce(returnPath), bounces.postfixBounce(returnPath)];
  await read(full);
  const first = await letterNow(id);
  harness.clock.pass({ hours: 1 });
  await Promise.all(Array.from({ length: 10 }, () => read(unknown, full)));
  expect(await letterNow(id)).toEqual(first);
  expect(await stepsOf(id)).toHaveLength(1);
});

test('twenty concurrent readers of one report record one doubt', async () => {
  const { id, returnPath } = await sentLetter();
  await Promise.all(Array.from({ length: 20 }, () => read(bounces.postfixBounce(returnPath))));
  expect(await stepsOf(id)).toHaveLength(1);
});

test('a doubt about a sent letter waits for the journal', async () => {
  const { id, returnPath } = await sentLetter();
  await harness.database.delete(journalChanges);
  await read(bounces.postfixBounce(returnPath));
  const noted = await harness.database.select().from(journalChanges);
  expect(noted.map(({ kind }) => kind).toSorted()).toEqual(['act', 'letter']);
  expect(noted.find(({ kind }) => kind === 'letter')?.subjectId).toBe(id);
});

test('a report about a forwarded address, or one that only quotes our name for the letter, counts too', async () => {
  const [forwarded, renamed] = [await sentLetter(), await sentLetter()];
  const envelopeId = /\+(.*)@/.exec(renamed.returnPath)?.[1] ?? '';
  await read(
    bounces.reportTo({ returnPath: forwarded.returnPath, finalRecipient: 'somebody@elsewhere.example' }),
    bounces.reportTo({ returnPath: '', to: bounceAddress, envelopeId }),
  );
  for (const { id } of [forwarded, renamed]) expect(await letterNow(id)).toMatchObject({ doubt: 'address-unknown' });
});

test('a delay is recorded once and is no doubt', async () => {
  const { id, returnPath } = await sentLetter();
  const delayed = bounces.reportTo({ returnPath, action: 'delayed', status: '4.4.1' });
  expect(await read(delayed, delayed)).toEqual(['done', 'done']);
  await Promise.all([read(delayed), read(delayed), read(delayed)]);
  expect(await letterNow(id)).toMatchObject({ doubt: null });
  expect(await stepsOf(id)).toEqual([{ event: 'letter-delayed', detail: {} }]);
});

test('an absence notice and a report of a delivery change nothing', async () => {
  const { id, returnPath } = await sentLetter();
  const delivered = bounces.reportTo({ returnPath, action: 'delivered', status: '2.0.0' });
  expect(await read(bounces.absenceNotice(returnPath), delivered)).toEqual(['done', 'done']);
  expect(await letterNow(id)).toMatchObject({ doubt: null });
  expect(await stepsOf(id)).toEqual([]);
});

test('LET-81: a report without our token changes nothing and stays unread for a person', async () => {
  const { id, returnPath } = await sentLetter();
  const [name = '', proof = ''] = (/\+(.*)@/.exec(returnPath)?.[1] ?? '').split('.');
  const other = createKeyring(Buffer.alloc(32, 8));
  const forged = [
    bounceAddress,
    `bounce+${name}.${'0'.repeat(16)}@mail.keep.example`,
    `bounce+${name}@mail.keep.example`,
    `bounce+${proof}.${name}@mail.keep.example`,
    `bounce+${id}@mail.keep.example`,
    returnPathOf(other, bounceAddress, id).address,
  ];
  const marks = await read(
    ...forged.map((to) => bounces.reportTo({ returnPath: to })),
    Buffer.from(`To: ${returnPath}\r\nSubject: hello\r\n\r\nWhat is this?`),
    Buffer.from(
      `To: ${returnPath}\r\nAuto-Submitted: auto-replied\r\nX-Failed-Recipients: rosa@example.com\r\n\r\nlost`,
    ),
    Buffer.from(`To: ${bounceAddress}\r\nSubject: hello\r\n\r\n${returnPath}`),
  );
  expect(marks).toEqual(forged.map(() => 'left').concat('left', 'left', 'left'));
  expect(await letterNow(id)).toMatchObject({ doubt: null, status: 'sent' });
});

test('a report about a letter that no longer exists is marked as read', async () => {
  const { address } = returnPathOf(harness.keyring, bounceAddress, newId(harness.clock.now()));
  const delayed = bounces.reportTo({ returnPath: address, action: 'delayed' });
  expect(await read(bounces.postfixBounce(address), delayed)).toEqual(['done', 'done']);
});

test('a bounce that comes before the sender has recorded the 250 is kept', async () => {
  await harness.queueOne();
  const { promise: recorded, resolve: goOn } = Promise.withResolvers<void>();
  harness.mailer.beforeSend = async ({ returnPath }) => {
    await read(bounces.postfixBounce(returnPath?.address ?? ''));
    goOn();
  };
  const sending = sendLetter({ ...harness.needs, bounceAddress });
  await recorded;
  expect(await sending).toBe('sent');
  harness.mailer.beforeSend = async () => {};
  expect(await harness.ledger()).toMatchObject([{ status: 'sent', doubt: 'address-unknown' }]);
});

const nested = (depth: number) =>
  Array.from({ length: depth }, (_, n) => `Content-Type: multipart/report; boundary=b${n}\r\n\r\n--b${n}\r\n`).join('');

test('LET-83: hostile messages do no harm, and the bounce behind them is read', async () => {
  const { id, returnPath } = await sentLetter();
  const head = `To: ${returnPath}\r\n`;
  const hostile = [
    Buffer.alloc(0),
    randomBytes(256 * 1024),
    Buffer.from('\r\n'.repeat(100_000)),
    Buffer.from(head + nested(5000)),
    Buffer.from(`${head}Content-Type: multipart/report; boundary=""\r\n\r\n--\r\n--\r\n`),
    Buffer.from(`To: ${'a@b.example, '.repeat(15_000)}\r\n\r\n`),
    Buffer.from(`X: ${'x'.repeat(200_000)}\r\n${head}\r\n`),
    Buffer.from(
      `${head}Content-Type: multipart/report; boundary=b; charset=nonsense\r\n\r\n--b\r\nContent-Type: text/plain; charset=x-unknown\r\n\r\n\xff\xfe\r\n`,
      'latin1',
    ),
    bounces.reportTo({ returnPath: '', to: `=?x-none?q?${'=ff'.repeat(2000)}?=`, text: 'a\0b' }),
    bounces.reportTo({ returnPath: '', text: `${returnPath}\r\n`.repeat(2000) }),
  ];
  const marks = await read(...hostile, bounces.postfixBounce(returnPath));
  expect(marks).toHaveLength(hostile.length + 1);
  expect(marks.at(-1)).toBe('done');
  expect(marks.slice(0, -1)).not.toContain('done');
  expect(await letterNow(id)).toMatchObject({ doubt: 'address-unknown' });
});

test('only the first thousands of a hundred thousand lines are parsed', async () => {
  const { id, returnPath } = await sentLetter();
  const long = bounces.reportTo({ returnPath, text: '\r\n'.repeat(100_000) });
  const parts = Buffer.from(
    `To: ${returnPath}\r\nContent-Type: multipart/report; boundary=b\r\n\r\n${'--b\r\n\r\n'.repeat(30_000)}`,
  );
  expect(await read(long, parts)).toEqual(['left', 'left']);
  expect(await letterNow(id)).toMatchObject({ doubt: null });
});

test('a report of a thousand lines about recipients, with a field of every name, is bounded', async () => {
  const { id, returnPath } = await sentLetter();
  const many = Array.from(
    { length: 1000 },
    (_, n) => `Final-Recipient: rfc822; r${n}@example.com\r\nAction: failed\r\n`,
  );
  await read(bounces.reportTo({ returnPath, status: `5.7.1\r\n\r\n${many.join('\r\n')}` }));
  expect(await letterNow(id)).toMatchObject({ doubt: 'refused' });
});

test('a thousand messages are read in runs of a hundred', async () => {
  const mailbox = mailboxWith(...Array.from({ length: 250 }, () => Buffer.from('To: us@keep.example\r\n\r\nbuy')));
  const counts = [];
  for (let run = 0; run < 4; run += 1) {
    await readBounces(needsWith(mailbox), signal);
    counts.push(mailbox.marks.size);
  }
  expect(counts).toEqual([100, 200, 250, 250]);
  expect(logged).toHaveLength(3);
});

test('a mailbox that is down is reported with the time of the last read, and ends nothing', async () => {
  const mailbox = mailboxWith();
  const { read: works } = mailbox;
  const needs = needsWith(mailbox);
  await readBounces(needs, signal);
  const readAt = harness.clock.now();
  mailbox.read = () => Promise.reject(new MailboxUnavailable('ECONNREFUSED'));
  harness.clock.pass({ hours: 2 });
  await readBounces(needs, signal);
  expect(needs.bounceWatch.findFailure()).toEqual({ cause: 'ECONNREFUSED', readAt });
  mailbox.read = works;
  await readBounces(needs, signal);
  expect(needs.bounceWatch.findFailure()).toBeNull();
});

test('a database that is down leaves the message unmarked, so that it is read again', async () => {
  const { id, returnPath } = await sentLetter();
  const mailbox = mailboxWith(bounces.postfixBounce(returnPath));
  const needs = needsWith(mailbox);
  const database = { transaction: () => Promise.reject(new Error('away')) } as never;
  await expect(readBounces({ ...needs, database }, signal)).rejects.toThrow('away');
  expect(mailbox.marks.size).toBe(0);
  expect(needs.bounceWatch.findFailure()).toBeNull();
  await readBounces(needs, signal);
  expect(await letterNow(id)).toMatchObject({ doubt: 'address-unknown' });
});
