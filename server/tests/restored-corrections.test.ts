// A database that is older than a correction of the recipient's address: the restored service follows corrections that were made, stopped or
// still wait, and no address gets an email that was not for it.
import { api } from '@remembrance/contract/api.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { vaults } from '../src/platform/database/schema.ts';
import { makeDueCorrections } from '../src/vaults/release/correct-recipient.ts';
import { followUpReleases } from '../src/vaults/release/follow-up.ts';
import { backUp, lift } from '../testing/back-up.ts';
import { recipientOf, release, signInAgain, tokenOf, vaultOfNewPeople } from '../testing/people.ts';
import { readSentLetters } from '../testing/restore-drill/judge-restore.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

const groups = ['made', 'stopped', 'undone', 'waiting', 'chosen'] as const;
type Group = (typeof groups)[number];

const made = new Map<Group, Awaited<ReturnType<typeof vaultOfNewPeople>>>();
let app: TestApp;

const of = (group: Group) => made.get(group) ?? expect.unreachable(group);
const sentTo = (email: string) => readSentLetters(app.dataDirectory).filter(({ to }) => to === email);
const right = (group: Group) => `right-${group}@example.com`;
const correct = (group: Group) =>
  app.caller().ask(api.correctRecipient, {
    params: { vaultId: of(group).id },
    body: { accessCode: of(group).code, email: right(group) },
  });
const rowOf = async (group: Group) =>
  (
    await app.database
      .select()
      .from(vaults)
      .where(eq(vaults.id, of(group).id))
  )[0];
const stopTokenOf = async (group: Group) =>
  new URL((await app.lastLetter('correction-asked', of(group).owner.email)).link ?? '').hash.slice(1);
let stopToken = '';
let correctedLink = '';

beforeAll(async () => {
  app = await openTestApp();
  for (const group of groups) {
    const vault = await vaultOfNewPeople(app);
    made.set(group, vault);
    const params = { id: vault.id };
    if (group !== 'chosen') await vault.owner.ask(api.changeDelivery, { params, body: { followUp: true } });
  }
  await release(app, of('undone'));
  app.clock.pass({ days: 10 });
  await correct('undone');
  await app.sendLetters();
  app.clock.pass({ days: 1 });
  await makeDueCorrections(app.services);
  for (const group of ['made', 'stopped'] as const) await release(app, of(group));
  await app.sendLetters();
  const restore = await backUp(app);
  const body = { followUp: true, recipientSecondEmail: 'second@example.com' };
  for (const group of ['undone', 'chosen'] as const) await signInAgain(of(group).owner, app);
  await of('undone').owner.ask(api.undoRelease, { params: { id: of('undone').id } });
  await of('chosen').owner.ask(api.changeDelivery, { params: { id: of('chosen').id }, body });
  await release(app, of('waiting'));
  app.clock.pass({ days: 10 });
  await followUpReleases(app.services);
  for (const group of ['made', 'stopped'] as const) await correct(group);
  await app.caller().ask(api.stopCorrection, { body: { token: await stopTokenOf('stopped') } });
  await app.sendLetters();
  app.clock.pass({ days: 1 });
  await makeDueCorrections(app.services);
  correctedLink = (await app.lastLetter('recipient-invitation', right('made'))).link;
  await correct('waiting');
  stopToken = await stopTokenOf('waiting');
  await app.sendLetters();
  await restore();
  app.clock.pass({ days: 11 });
  await lift(app);
});
afterAll(() => app.close());

test('DLV-7: a restore follows a correction that was made, stopped or waits, and the choice', async () => {
  expect(await rowOf('made')).toMatchObject({ recipientEmail: right('made'), correctionState: 'made' });
  expect(await rowOf('stopped')).toMatchObject({
    recipientEmail: of('stopped').recipientEmail,
    correctionState: 'stopped',
  });
  expect(await rowOf('waiting')).toMatchObject({ status: 'released', correctionState: 'waiting', followUp: true });
  expect(await rowOf('chosen')).toMatchObject({ followUp: true, recipientSecondEmail: 'second@example.com' });
});

test('DLV-9: a restore follows the undo of a release whose address had been corrected', async () => {
  const { id, recipientEmail } = of('undone');
  expect(await rowOf('undone')).toMatchObject({ status: 'active', recipientEmail, correctionState: 'ended' });
  const again = await release(app, of('undone'));
  expect(again.id).toBe(id);
  expect(await rowOf('undone')).toMatchObject({ status: 'released', recipientEmail, correctionState: null });
});

test('DLV-7: after the hold the owner can still stop it for a day, a corrected address keeps its link, and no email comes twice', async () => {
  await followUpReleases(app.services);
  await makeDueCorrections(app.services);
  await app.sendLetters();
  expect(await rowOf('waiting')).toMatchObject({ correctionState: 'waiting' });
  await app.caller().ask(api.stopCorrection, { body: { token: stopToken } });
  expect(await rowOf('waiting')).toMatchObject({ correctionState: 'stopped' });
  expect(sentTo(right('waiting'))).toEqual([]);
  expect(sentTo(right('stopped'))).toEqual([]);
  expect(sentTo(right('made'))).toHaveLength(1);
  const invited = { token: tokenOf(correctedLink), recipientEmail: right('made') };
  const { content } = await recipientOf(app, { ...of('made'), ...invited });
  expect(content.vault.title).toBe(of('made').title);
  const all = readSentLetters(app.dataDirectory).map(({ messageId, to }) => `${messageId} ${to}`);
  expect(new Set(all).size).toBe(all.length);
});
