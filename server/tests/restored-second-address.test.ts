// A restore and the second address of an executor: what was added or removed after the backup is followed, and no code is mailed there twice.
import { api } from '@remembrance/contract/api.ts';
import { ada, another, edda } from '@remembrance/contract/testing/cast.ts';
import { eq, inArray, notInArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { followJournal } from '../src/operations/restore/follow-journal.ts';
import { liftHold } from '../src/operations/restore/lift-hold.ts';
import { executors, journalChanges, journalHead, letters } from '../src/platform/database/schema.ts';
import { writeJournal } from '../src/records/journal/journal-writer.ts';
import { openRestoreHold } from '../src/records/journal/restore-hold.ts';
import { followUpReleases } from '../src/vaults/release/follow-up.ts';
import { paidVault, signedIn } from '../testing/people.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('EXE-16: a restore follows an added and a removed second address, and the code goes to each at most once', async () => {
  const { database, services } = app;
  const second = (name: string) => `${name}@work.example.com`;
  const named = async (name: string, number: number, executorSecondEmail: string) => {
    const owner = await signedIn(app, another(ada, number));
    const executorEmail = `${name}@example.com`;
    const { id } = await paidVault(app, owner, { executorEmail, executorSecondEmail });
    const change = async (secondEmail: string) => {
      const [executor] = await owner.ask(api.listExecutors, { params: { id } });
      const body = { name: edda.name, email: executorEmail, secondEmail };
      await owner.ask(api.correctExecutor, { params: { id, executorId: executor?.id ?? '' }, body });
    };
    return { id, owner, change };
  };
  const added = await named('added', 1, '');
  const removed = await named('removed', 2, second('removed'));
  const mailed = await named('mailed', 3, second('mailed'));
  const secondOf = async ({ id }: { id: string }) =>
    (await database.select().from(executors).where(eq(executors.vaultId, id)))[0]?.secondEmail;
  await app.sendLetters();
  await writeJournal(services);
  const [rows, heads] = [await database.select().from(executors), await database.select().from(journalHead)];
  const known = (await database.select({ id: letters.id }).from(letters)).map(({ id }) => id);

  await added.change(second('added'));
  await removed.change('');
  app.clock.pass({ days: 3 });
  await followUpReleases(services);
  await app.sendLetters();
  await writeJournal(services);
  const ofSecond = inArray(letters.recipient, ['added', 'removed', 'mailed'].map(second));
  expect(await database.$count(letters, ofSecond)).toBe(2);

  for (const row of rows) await database.update(executors).set(row).where(eq(executors.id, row.id));
  await database.delete(letters).where(notInArray(letters.id, known));
  await database.delete(journalChanges);
  for (const head of heads) await database.update(journalHead).set(head);
  await openRestoreHold(services);
  expect(await services.restoreHold.isOn()).toBe(true);
  const followed = (await followJournal(services)) ?? expect.fail('there is no hold');
  await database.transaction((tx) => liftHold(services, tx, followed));

  expect(await secondOf(added)).toBe(second('added'));
  expect(await secondOf(removed)).toBeNull();
  expect(await secondOf(mailed)).toBe(second('mailed'));
  await followUpReleases(services);
  expect(await database.$count(letters, ofSecond)).toBe(0);
});
