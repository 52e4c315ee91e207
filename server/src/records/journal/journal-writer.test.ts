// Two processes write one journal: one that stands still delays the other by no more than its lease, and its late lines do no harm.
import { appendFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { draftVault, signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { journalHead } from '../../platform/database/schema.ts';
import { newId } from '../../platform/lib/ids.ts';
import type { Journal } from './journal.ts';
import { composeBatch } from './journal-chain.ts';
import { createJournalFolder } from './journal-folder.ts';
import { beginWrite, listChanges, lockHead, readHead } from './journal-store.ts';
import { createJournalWriter } from './journal-writer.ts';
import { openRestoreHold } from './restore-hold.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());
beforeEach(() => app.services.writeJournal());

let people = 0;
/** Makes changes that have to be written. */
const change = async () => void (await draftVault(await signedIn(app, another(ada, ++people))));
const waiting = async () => (await listChanges(app.database, 1)).length;
const findings = () => app.services.journalFile.read(() => {});
const writerWith = (append: Journal['append']) =>
  createJournalWriter(
    {
      ...app.services,
      journalFile: { ...app.services.journalFile, append },
      isOnHold: app.services.restoreHold.isOn,
    },
    0,
  );
const endLease = () => app.database.update(journalHead).set({ writerUntil: new Date(0) });

/** A process that stands still before its lines reach the disk, or before it counts them, until `goOn` is called. */
function stillWriter(when: 'before' | 'after' = 'before') {
  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { append } = app.services.journalFile;
  const { writeJournal } = writerWith(async (batch, known, check) => {
    const written = when === 'after' ? await append(batch, known, check) : null;
    begun.resolve();
    await goOn.promise;
    return written ?? append(batch, known, check);
  });
  return { write: writeJournal, begun: begun.promise, goOn: goOn.resolve };
}

test('JOURNAL-20: a process that stands still in a write holds no lock, and the others write as soon as its lease is over', async () => {
  const still = stillWriter();
  await change();
  const written = still.write();
  await still.begun;
  await app.database.transaction((tx) => lockHead(tx));
  await change();
  const other = createJournalWriter({ ...app.services, isOnHold: app.services.restoreHold.isOn });
  await other.writeUnlessBusy();
  expect(await waiting()).toBe(1);
  const waits = other.writeJournal();
  await endLease();
  await waits;
  expect(await waiting()).toBe(0);
  still.goOn();
  await written.catch((error: Error) => expect(error.message).toContain('in the meantime'));
  await change();
  await other.writeJournal();
  expect(await findings()).toEqual([]);
  expect((await app.services.journalFile.readLast())?.position).toBe((await readHead(app.database)).position);
});

test('JOURNAL-20: a lease that the database’s clock has set far ahead, and that went back since, is over', async () => {
  await change();
  await app.database.update(journalHead).set({ writerUntil: sql`now() + interval '1 hour'` });
  await createJournalWriter({ ...app.services, isOnHold: app.services.restoreHold.isOn }).writeUnlessBusy();
  expect(await waiting()).toBe(0);
});

test('JOURNAL-20: a lease that another process has taken a moment later is no lease from the future', async () => {
  await app.database.transaction(async (tx) => {
    await tx.execute(sql`select 1`); // its time begins here
    const head = await beginWrite(app.database, newId(app.clock.now()));
    expect(head).not.toBeNull();
    expect(await beginWrite(tx, newId(app.clock.now()))).toBeNull();
  });
  await endLease();
});

const overtaken = (error: Error) => expect(error.message).toContain('in the meantime');

/** What a process asks before each letter, one that serves and one that starts. */
async function expectNoHold() {
  expect(await app.services.restoreHold.isOn('asked')).toBe(false);
  expect(await (await openRestoreHold(app.services)).isOn('asked')).toBe(false);
}

/** Everything is written and counted, and the next write continues it. */
async function expectAllWritten() {
  await change();
  await app.services.writeJournal();
  expect(await waiting()).toBe(0);
  expect(await findings()).toEqual([]);
  expect((await app.services.journalFile.readLast())?.position).toBe((await readHead(app.database)).position);
  await expectNoHold();
}

test('JOURNAL-20: lines that another process has written and not yet counted are no hold', async () => {
  const still = stillWriter('after');
  await change();
  const written = still.write();
  await still.begun;
  await change();
  expect((await app.services.journalFile.readLast())?.position).toBeGreaterThan(
    (await readHead(app.database)).position,
  );
  await expectNoHold();
  still.goOn();
  await written;
  await expectAllWritten();
});

test('JOURNAL-20: a process whose lease another one has taken counts nothing, and neither takes the other for a fork', async () => {
  const [first, second] = [stillWriter('after'), stillWriter('after')];
  await change();
  const written = first.write();
  await first.begun;
  await change();
  await endLease();
  const writtenAgain = second.write();
  await second.begun;
  first.goOn();
  await written.catch(overtaken);
  await expectNoHold();
  second.goOn();
  await writtenAgain;
  await expectAllWritten();
});

test('JOURNAL-20: a process whose lease another one has taken appends nothing after its lines', async () => {
  const [late, next] = [stillWriter('before'), stillWriter('after')];
  await change();
  const written = late.write();
  await late.begun;
  await change();
  await endLease();
  const writtenAgain = next.write();
  await next.begun;
  const last = await app.services.journalFile.readLast();
  late.goOn();
  await written.catch(overtaken);
  expect(await app.services.journalFile.readLast()).toEqual(last);
  next.goOn();
  await writtenAgain;
  await expectNoHold();
  await expectAllWritten();
});

test('a lease is for ten seconds, by the clock of the database, and the next write begins after it', async () => {
  const still = stillWriter();
  await change();
  const written = still.write();
  await still.begun;
  const { rows } = await app.database.execute(
    sql`select writer_until - now() between interval '0' and interval '10 seconds' as is_short from journal_head`,
  );
  expect(rows).toEqual([{ is_short: true }]);
  still.goOn();
  await written;
  expect((await app.database.select().from(journalHead))[0]?.writerUntil).toBeNull();
});

test('health does not wait for another process that writes', async () => {
  const still = stillWriter();
  await change();
  const written = still.write();
  await still.begun;
  app.clock.pass({ minutes: 1 });
  expect((await app.services.readHealth()).map(({ part }) => part)).not.toContain('journal');
  still.goOn();
  await written;
});

test('a process whose write failed slowly leaves the next one to others, and then takes part again', async () => {
  let tries = 0;
  const slow = writerWith(async () => {
    tries += 1;
    throw new Error('the disk does not answer');
  });
  await change();
  await expect(slow.writeJournal()).rejects.toThrow('does not answer');
  await expect(slow.writeJournal()).rejects.toThrow('does not answer');
  expect(tries).toBe(1);
  expect(slow.isCutOff()).toBe(true);
  await app.services.writeJournal();
  await slow.writeJournal();
  expect(tries).toBe(1);
  expect(slow.isCutOff()).toBe(false);
});

test("a late writer's batch is not the last one, even if it is longer, and the next write removes it", async () => {
  const { journalFile } = app.services;
  const folder = createJournalFolder(journalFile.place);
  const before = await folder.findLast(journalFile.keys);
  await change();
  let late = '';
  const { writeJournal } = writerWith(async (batch, known, check) => {
    const entries = [...batch.entries, ...batch.entries];
    const position = (before.head?.position ?? 0) + 1;
    late = composeBatch(journalFile.keys, before.head, {
      entries,
      at: batch.at.toISOString(),
      changeIds: batch.changeIds,
    }).text;
    expect(late).toContain(`{"position":${position},`);
    return journalFile.append(batch, known, check);
  });
  await writeJournal();
  const last = await journalFile.readLast();
  const [file = ''] = readdirSync(journalFile.place).map((name) => path.join(journalFile.place, name));
  appendFileSync(file, late);
  expect(await journalFile.readLast()).toEqual(last);
  await change();
  await app.services.writeJournal();
  expect(await findings()).toEqual([]);
});

test('a writer that stood still before it cut a journal cuts nothing that another has signed since', async () => {
  const { journalFile } = app.services;
  const folder = createJournalFolder(journalFile.place);
  const [file = ''] = readdirSync(journalFile.place).map((name) => path.join(journalFile.place, name));
  appendFileSync(file, '{"posi');
  const stale = await folder.findLast(journalFile.keys);
  await change();
  await app.services.writeJournal();
  const last = await journalFile.readLast();
  await expect(stale.trim()).rejects.toThrow('in the meantime');
  expect(await journalFile.readLast()).toEqual(last);
  await expect(folder.append({ position: 1, text: '{}\n', head: stale.head ?? ({} as never) }, stale)).rejects.toThrow(
    'in the meantime',
  );
  expect(await findings()).toEqual([]);
});
