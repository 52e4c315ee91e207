// A restore and the status of emails: which server accepted a letter, and why it is in doubt.
import { ada } from '@remembrance/contract/testing/cast.ts';
import { and, eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { markDoubted } from '../src/letters/ledger/doubt-store.ts';
import { markSent } from '../src/letters/ledger/letter-batch-store.ts';
import { putSentLetter } from '../src/letters/ledger/letter-store.ts';
import { followJournal } from '../src/operations/restore/follow-journal.ts';
import { acts, letters } from '../src/platform/database/schema.ts';
import { backUp } from '../testing/back-up.ts';
import { paidVault, signedIn } from '../testing/people.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await openTestApp();
});
afterEach(() => app.close());

const ofCode = eq(letters.kind, 'executor-code');
const codeLetter = async () => (await app.database.select().from(letters).where(ofCode))[0];
const send = (id: string) =>
  markSent(app.database, [
    { letter: { id, attempts: 1 }, sentAt: app.clock.now(), acceptedBy: 'mail.example: 250 ok' },
  ]);
const doubt = (letterId: string) =>
  markDoubted(app.database, { letterId, doubt: 'mailbox-full', status: '5.2.2', now: app.clock.now() });

test.each(['before', 'after'])(
  'HOLD-14: a doubt after the backup survives it, about a letter sent %s the backup',
  async (when) => {
    await paidVault(app, await signedIn(app, ada));
    const { id = '' } = (await codeLetter()) ?? {};
    if (when === 'before') await send(id);
    const restore = await backUp(app);
    app.clock.pass({ hours: 1 });
    if (when === 'after') await send(id);
    await doubt(id);
    const doubtedAt = app.clock.now();
    await restore();
    const found = { status: 'sent', acceptedBy: 'mail.example: 250 ok', doubt: 'mailbox-full', doubtedAt };
    expect(await codeLetter()).toMatchObject(found);
    const isDoubt = and(eq(acts.letterId, id), eq(acts.event, 'letter-doubted'));
    expect(await app.database.select().from(acts).where(isDoubt)).toMatchObject([
      { detail: { doubt: 'mailbox-full', status: '5.2.2' } },
    ]);
    expect(await followJournal(app.services)).toMatchObject({ findings: [] });
    expect(await codeLetter()).toMatchObject(found);
  },
);

test('a letter in a journal of version 1.0, which knows no doubt, is marked as sent', async () => {
  await paidVault(app, await signedIn(app, ada));
  const letter = await codeLetter();
  if (!letter) throw new Error('no letter');
  const at = app.clock.now().toISOString();
  const { id, kind, messageId, onceKey, vaultId, userId } = letter;
  const line = { id, kind, messageId, onceKey, vaultId, userId, createdAt: at, sentAt: at } as never;
  const put = () => app.database.transaction((tx) => putSentLetter(tx, line));
  expect([await put(), await put()]).toEqual([true, false]);
  expect(await codeLetter()).toMatchObject({ status: 'sent', acceptedBy: null, doubt: null });
  await doubt(id);
  expect(await put()).toBe(false);
  expect(await codeLetter()).toMatchObject({ doubt: 'mailbox-full' });
});

test('a doubt that a process of version 1.0 left out of its line is read from its act', async () => {
  await paidVault(app, await signedIn(app, ada));
  const { id = '' } = (await codeLetter()) ?? {};
  await send(id);
  const restore = await backUp(app);
  app.clock.pass({ hours: 1 });
  await doubt(id);
  const doubtedAt = app.clock.now();
  // The line of the letter is written without it, as by a process that does not know the column.
  await app.database.update(letters).set({ doubt: null, doubtedAt: null }).where(eq(letters.id, id));
  await restore();
  expect(await codeLetter()).toMatchObject({ doubt: 'mailbox-full', doubtedAt });
});
