// Every email to an executor after the first code goes to both of their addresses, each once.
import { api } from '@remembrance/contract/api.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  atQuestions,
  type Owner,
  otherBrowser,
  type PaidVault,
  paidVault,
  release,
  signedIn,
  signInAgain,
} from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { FactsOf } from '../../letters/templates/letter-content.ts';
import { executors, letters, users, vaults } from '../../platform/database/schema.ts';
import { runCheckIns } from '../check-in/run-check-ins.ts';
import { followUpReleases } from '../release/follow-up.ts';
import { reportGivenUpLetter } from '../release/report-given-up-letter.ts';
import { runYearly } from '../yearly/run-yearly.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
interface Named extends PaidVault {
  owner: Owner;
  first: string;
  second: string;
}
/** A paid vault with a date, whose executor has the code at both addresses. */
async function named(): Promise<Named> {
  const owner = await signedIn(app, another(ada, ++people));
  const [first, second] = [`edda-${people}@example.com`, `edda-${people}@work.example.com`];
  const scheduledReleaseDate = new Date(app.clock.now().getTime() + 3000 * 86_400_000).toISOString();
  const addresses = { executorEmail: first, executorSecondEmail: second, recipientEmail: `rosa-${people}@example.com` };
  const plan = { planType: 'basic_subscription' } as const;
  const vault = await paidVault(app, owner, { ...plan, ...addresses, scheduledReleaseDate });
  return { ...vault, owner, first, second };
}
/** The kinds of letters to an address, sorted, besides the first with a code. */
const kindsTo = async (email: string) =>
  (await app.database.select({ kind: letters.kind }).from(letters).where(eq(letters.recipient, email)))
    .map(({ kind }) => kind)
    .filter((kind) => kind !== 'executor-code')
    .sort();
async function expectAtBoth({ first, second }: Named, kinds: string[]) {
  expect(await kindsTo(first)).toEqual(kinds.toSorted());
  expect(await kindsTo(second)).toEqual(kinds.toSorted());
}
async function pass(days: number) {
  for (let day = 0; day < days; day += 1) {
    app.clock.pass({ days: 1 });
    await app.services.clockWatch.trustedNow();
  }
}
const again = (vault: Named) => signInAgain(vault.owner, app);

test('EXE-15: both addresses get the emails about a removed date, a lost code and a release that waits', async () => {
  const vault = await named();
  const params = { id: vault.id };
  await vault.owner.ask(api.editVault, { params, body: { removesReleaseDate: true } });
  await app.caller().ask(api.sendAgain, { body: { email: vault.second } });
  const was = { waitHours: 0, mustAgree: false } as const;
  await vault.owner.ask(api.changeReleaseSettings, { params, body: { waitHours: 24, mustAgree: false, was } });
  await app.caller().ask(api.releaseVault, { params: { vaultId: vault.id }, body: { accessCode: vault.code } });
  await vault.owner.ask(api.stopReleaseOfVault, { params });
  await expectAtBoth(vault, ['executor-date', 'executor-code-again', 'executor-wait', 'executor-wait']);
});

test('EXE-15: both addresses get the question of a check-in, its answer, and the yearly question with one link', async () => {
  const vault = await named();
  await vault.owner.ask(api.chooseCheckIn, {
    body: { months: 1, pausedUntil: null, vaultIds: [vault.id], yearly: true },
  });
  await pass(32);
  for (let asked = 0; asked < 5; asked += 1) {
    await runCheckIns(app.services);
    await app.sendLetters();
    await pass(10);
  }
  await otherBrowser(app, vault.owner);
  await runCheckIns(app.services);
  await pass(366);
  await runYearly(app.services);
  const kinds = ['executor-check-in', 'executor-check-in-over', 'executor-yearly'];
  await expectAtBoth(vault, kinds);
  expect(await app.lastLetter('executor-yearly', vault.second)).toEqual(
    await app.lastLetter('executor-yearly', vault.first),
  );
});

test('EXE-15: both addresses get the emails about an unopened release, a stopped correction and an undone release', async () => {
  const vault = await named();
  const body = { name: 'Otto', email: `otto-${people}@example.com` };
  await vault.owner.ask(api.addExecutor, { params: { id: vault.id }, body });
  const { code: accessCode } = await app.lastLetter('executor-code', body.email);
  await vault.owner.ask(api.changeDelivery, { params: { id: vault.id }, body: { followUp: true } });
  const released = await release(app, vault);
  app.clock.pass({ days: 10 });
  await followUpReleases(app.services);
  await followUpReleases(app.services);
  expect(await app.lastLetter('executor-unopened', vault.second)).toMatchObject({ code: vault.code });
  const email = vault.second.toUpperCase();
  await app.caller().ask(api.correctRecipient, { params: { vaultId: vault.id }, body: { accessCode, email } });
  const asked = await app.lastLetter('correction-asked', vault.owner.email);
  expect(asked).toMatchObject({ isExecutors: true });
  await app.caller().ask(api.stopCorrection, { body: { token: new URL(asked.link ?? '').hash.slice(1) } });
  await atQuestions(app, released);
  await app.caller().ask(api.closeLink, { body: { token: released.token } });
  await again(vault);
  await vault.owner.ask(api.undoRelease, { params: { id: vault.id } });
  const corrections = ['executor-correction', 'executor-correction'];
  await expectAtBoth(vault, ['executor-unopened', ...corrections, 'link-disowned', 'executor-release-undone']);
});

test('LET-66: an email that could not be delivered is reported at both addresses, and to the owner with the other address', async () => {
  const vault = await named();
  const giveUp = async (kind: string, recipient: string) => {
    const [letter] = await app.database
      .select()
      .from(letters)
      .where(and(eq(letters.vaultId, vault.id), eq(letters.kind, kind), eq(letters.recipient, recipient)));
    const claimed = { ...(letter ?? expect.unreachable()), timeZone: null, hasPassword: true, owner: null };
    await app.database.transaction((tx) => reportGivenUpLetter(app.services, tx, claimed));
  };
  const facts = (executorEmail: string, otherEmail: string): Partial<FactsOf<'executor-unreached'>> => ({
    executorEmail,
    otherEmail,
  });
  await giveUp('executor-code', vault.first);
  expect(await app.lastLetter('executor-unreached', vault.owner.email)).toMatchObject(facts(vault.first, vault.second));
  app.clock.pass({ days: 3 });
  await followUpReleases(app.services);
  await giveUp('executor-code', vault.second);
  expect(await app.lastLetter('executor-unreached', vault.owner.email)).toMatchObject(facts(vault.second, vault.first));
  await release(app, vault);
  await giveUp('recipient-invitation', vault.recipientEmail);
  await expectAtBoth(vault, ['recipient-unreached']);
});

test('the vault shows the better of the two emails with the code', async () => {
  const vault = await named();
  const set = (recipient: string, status: 'sent' | 'failed') =>
    app.database.update(letters).set({ status }).where(eq(letters.recipient, recipient));
  const shown = async () =>
    (await vault.owner.ask(api.listVaults)).find(({ id }) => id === vault.id)?.codes.map(({ letter }) => letter);
  await set(vault.first, 'failed');
  expect(await shown()).toEqual(['undelivered']);
  await followUpReleases(app.services);
  expect(await shown()).toEqual(['waiting']);
  await set(vault.second, 'sent');
  expect(await shown()).toEqual(['accepted']);
  await set(vault.second, 'failed');
  await set(vault.first, 'sent');
  expect(await shown()).toEqual(['accepted']);
});

test('after a report, a confirmation counts for the first address until something left for the second', async () => {
  const vault = await named();
  const { confirmLink = '' } = await app.lastLetter('executor-code', vault.first);
  await app.caller().ask(api.confirmExecutor, { body: { token: new URL(confirmLink).hash.slice(1) } });
  await app.sendLetters();
  await app.database.update(users).set({ reportedAt: app.clock.now() }).where(eq(users.id, vault.owner.id));
  const sentAgain = async () => {
    await app.caller().ask(api.sendAgain, { body: { email: vault.first } });
    await app.sendLetters();
    const rows = await app.database.select().from(letters).where(eq(letters.kind, 'executor-code-again'));
    return rows
      .filter(({ vaultId }) => vaultId === vault.id)
      .map(({ recipient, status }) => `${recipient === vault.first ? 'first' : 'second'} ${status}`)
      .sort();
  };
  await app.database.update(executors).set({ secondEmail: null }).where(eq(executors.vaultId, vault.id));
  expect(await sentAgain()).toEqual(['first sent']);
  await app.database.update(executors).set({ secondEmail: vault.second }).where(eq(executors.vaultId, vault.id));
  app.clock.pass({ minutes: 11 });
  expect(await sentAgain()).toEqual(['first queued', 'first sent', 'second queued']);
});

test('a vault keeps its executors with both addresses when it is copied', async () => {
  const owner = await signedIn(app, another(ada, ++people));
  const moreExecutors = [{ name: 'Otto', email: 'otto@example.com', secondEmail: 'otto@work.example.com' }];
  const { id } = await paidVault(app, owner, { executorSecondEmail: 'edda@work.example.com', moreExecutors });
  const listed = await owner.ask(api.listExecutors, { params: { id } });
  expect(listed.map(({ secondEmail }) => secondEmail)).toEqual(['edda@work.example.com', 'otto@work.example.com']);
  const rows = await app.database.select().from(vaults).where(eq(vaults.id, id));
  expect(rows[0]?.status).toBe('active');
});
