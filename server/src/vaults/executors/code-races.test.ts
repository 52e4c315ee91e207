// What is done with an executor's code while its owner sends a new one: it is refused, or does not count for the new one.
import { api } from '@remembrance/contract/api.ts';
import { ada, another, edda } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Owner, type PaidVault, paidVault, signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { waitForLocks } from '../../../testing/wait-for-locks.ts';
import { executors, letters } from '../../platform/database/schema.ts';
import { runYearly } from '../yearly/run-yearly.ts';
import { replaceExecutor } from './correct-executor.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
let owner: Owner;
let vault: PaidVault;
let first: string;
beforeEach(async () => {
  owner = await signedIn(app, another(ada, ++people));
  first = `edda-${people}@example.com`;
  vault = await paidVault(app, owner, { executorEmail: first });
  app.clock.pass({ minutes: 5 });
});
const rowOf = async () =>
  (await app.database.select().from(executors).where(eq(executors.vaultId, vault.id)))[0] ?? expect.unreachable();
const moved = () => `moved-${first}`;

/** What happens to a call that waits until the executor's new address, with a new code, is committed. */
async function whileMoving<Answer>(run: () => Promise<Answer>): Promise<Answer> {
  const { id: executorId } = await rowOf();
  const texts = await app.services.vaultKeys.ownTexts(app.database, { vaultId: vault.id, ownerId: owner.id });
  let running: Promise<Answer> | undefined;
  await app.database.transaction(async (tx) => {
    const of = { ownerId: owner.id, ownerName: 'Ada', vaultId: vault.id, executorId };
    await replaceExecutor(app.services, tx, { ...of, to: { name: edda.name, email: moved() }, texts });
    running = run();
    running.catch(() => {}); // so that a failure waits for the end of the transaction
    await waitForLocks(app.services.jobDatabase, 1);
  });
  return running ?? expect.unreachable();
}

test('EXE-18: a use of the old code is refused, and is no use of the new one', async () => {
  const body = { accessCode: vault.code };
  const answer = await whileMoving(() => app.caller().call(api.verifyExecutor, { body }));
  expect(answer.json()).toMatchObject({ code: 'access-code-refused' });
  expect(await rowOf()).toMatchObject({ email: moved(), usedAt: null });
});

test.each(['have-it', 'stop-asking'] as const)(
  'EXE-18: the yearly answer “%s” about the old code says nothing of the new one',
  async (answer) => {
    await owner.ask(api.chooseCheckIn, { body: { months: null, pausedUntil: null, vaultIds: [], yearly: true } });
    for (let day = 0; day < 366; day += 1) {
      app.clock.pass({ days: 1 });
      await app.services.clockWatch.trustedNow();
    }
    await runYearly(app.services);
    const token = new URL((await app.lastLetter('executor-yearly', first)).link).hash.slice(1);
    await whileMoving(() => app.caller().call(api.answerYearly, { body: { token, answer } }));
    expect(await rowOf()).toMatchObject({ email: moved(), confirmedAt: null, refusesYearly: false });
  },
);

test('EXE-18: a lost code is not mailed again, nor reported to the owner, if it was replaced', async () => {
  await whileMoving(() => app.caller().call(api.sendAgain, { body: { email: first } }));
  const rows = await app.database.select().from(letters).where(eq(letters.vaultId, vault.id));
  const kinds = rows.map(({ kind }) => kind);
  expect(kinds).not.toContain('executor-code-again');
  expect(kinds).not.toContain('executor-code-resent');
});

test('EXE-1: looks with one code at the same moment are all answered, and none waits for another for ever', async () => {
  const look = () => app.caller().call(api.verifyExecutor, { body: { accessCode: vault.code } });
  for (let round = 0; round < 5; round += 1) {
    app.clock.pass({ hours: 2 }); // so that each round reports a use
    const answers = await Promise.all([look(), look(), look(), look()]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  }
});
