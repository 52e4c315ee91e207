// A restore of a database that is older than the undo of a release follows the undo by the acts and the last state in the journal, not by the
// clocks.
import { rmSync } from 'node:fs';
import { api } from '@remembrance/contract/api.ts';
import { ada, another, wrongAnswers } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { followJournal } from '../src/operations/restore/follow-journal.ts';
import type { OpenDatabase } from '../src/platform/database/open-database.ts';
import { accessGuesses, vaults } from '../src/platform/database/schema.ts';
import { undoRelease } from '../src/vaults/release/undo-release.ts';
import { addressOf } from '../testing/database-address.ts';
import {
  atQuestions,
  type Owner,
  otherBrowser,
  type PaidVault,
  paidVault,
  type ReleasedVault,
  recipientOf,
  release,
  signedIn,
  signInAgain,
} from '../testing/people.ts';
import { copyRows } from '../testing/put-back.ts';
import { readSentLetters } from '../testing/restore-drill/judge-restore.ts';
import { runCommand } from '../testing/run-admin-command.ts';
import { openAppIn, type TestApp } from '../testing/test-app.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { makeTestFolder } from '../testing/test-folder.ts';
import { until } from '../testing/until.ts';

/** What had happened before the copy, and what happened after it. */
const groups = ['undone', 'again', 'later', 'twice', 'unsent', 'opened', 'known', 'parted'] as const;
type Group = (typeof groups)[number];

const dataDirectory = makeTestFolder();
const made = new Map<Group, PaidVault & { owner: Owner }>();
const firstTokens = new Map<Group, string>();
const lastTokens = new Map<Group, string>();
const undoTokens = new Map<Group, string>();
let opened: OpenDatabase;
let app: TestApp;

const of = (group: Group) => made.get(group) ?? expect.unreachable(group);
const start = () => openAppIn(dataDirectory, { DATABASE_URL: addressOf(opened.connection) });
const rowOf = async (group: Group) =>
  (
    await app.database
      .select()
      .from(vaults)
      .where(eq(vaults.id, of(group).id))
  )[0] ?? expect.unreachable(group);
const tell = async (token: string | undefined) => {
  const reply = await app.caller().call(api.readAccess, { body: { token: token ?? '' } });
  return reply.statusCode === 200 ? 'open' : reply.json().code;
};
const lettersTo = (email: string) => readSentLetters(dataDirectory).filter(({ to }) => to === email);

async function releaseIt(group: Group): Promise<ReleasedVault> {
  const released = await release(app, of(group));
  if (!firstTokens.has(group)) firstTokens.set(group, released.token);
  lastTokens.set(group, released.token);
  const { link } = await app.lastLetter('vault-released', of(group).owner.email);
  if (!undoTokens.has(group)) undoTokens.set(group, new URL(link ?? '').hash.slice(1));
  return released;
}
const undoIt = (group: Group) => of(group).owner.ask(api.undoRelease, { params: { id: of(group).id } });

async function afterTheCopy(): Promise<void> {
  await undoIt('undone');
  // The clock went back before the next acts.
  app.clock.set({ hours: -1 });
  for (const { owner } of made.values()) await signInAgain(owner);
  await undoIt('again');
  await releaseIt('again');
  for (const group of ['later', 'twice'] as const) {
    await releaseIt(group);
    await undoIt(group);
  }
  await releaseIt('twice');
  await recipientOf(app, { ...of('opened'), token: firstTokens.get('opened') ?? '' });
  await app.sendLetters();
  await undoIt('unsent');
  app.clock.pass({ minutes: 80 });
  await app.caller().ask(api.requestFreshLink, { body: { token: firstTokens.get('parted') ?? '' } });
  await app.services.writeJournal();
}

beforeAll(async () => {
  opened = await openTestDatabase({ poolSize: 1 });
  app = await start();
  for (const [number, group] of groups.entries()) {
    const owner = await signedIn(app, another(ada, number));
    const vault = await paidVault(app, owner, {
      recipientEmail: `recipient-${group}@example.com`,
      executorEmail: `executor-${group}@example.com`,
      executorName: 'Edda',
    });
    made.set(group, { ...vault, owner });
  }
  await app.sendLetters();
  for (const group of ['undone', 'again', 'unsent', 'opened', 'known', 'parted'] as const) await releaseIt(group);
  const wrong = await atQuestions(app, { ...of('undone'), token: firstTokens.get('undone') ?? '' });
  await wrong.refused(api.verifyAccessAnswers, {
    body: { token: firstTokens.get('undone') ?? '', answers: wrongAnswers },
  });
  await undoIt('known');
  await releaseIt('known');
  await app.sendLetters();
  await app.services.writeJournal();
  const putBack = await copyRows(opened.ownerConnection ?? {});
  await afterTheCopy();
  await putBack();
}, 240_000);
afterAll(async () => {
  await app.close();
  await opened.close();
  rmSync(dataDirectory, { recursive: true });
});

test('the hold is lifted after the operator has decided about the vault that was changed on both sides', async () => {
  await until(() => app.services.restoreHold.isOn().catch(() => false)).toBe(true);
  // The last request of a process that has not noticed yet.
  const parted = of('parted');
  await undoRelease(app.services, { ownerId: parted.owner.id, vaultId: parted.id });
  await app.close();
  app = await start();
  await followJournal({ ...app.services, database: app.services.jobDatabase });
  const lift = { subject: '', reason: 'a test', isSure: true, journal: 'all' };
  expect(await runCommand(app.services, 'lift-hold', lift)).toContain('The hold is lifted.');
}, 120_000);

test('UNDO-11: a release that was undone after the backup is undone by the restore, with its link, its guesses and its undo link', async () => {
  for (const group of ['undone', 'later', 'unsent'] as const) {
    expect(await rowOf(group), group).toMatchObject({ status: 'active', releasedAt: null });
    expect(await tell(firstTokens.get(group)), group).toBe('link-withdrawn');
  }
  expect(await app.database.$count(accessGuesses, eq(accessGuesses.vaultId, of('undone').id))).toBe(0);
  const body = { token: undoTokens.get('undone') ?? '' };
  expect(await app.caller().refused(api.showOwnerChange, { body })).toMatchObject({ code: 'change-undone' });
});

test('UNDO-11: a vault that was released, undone and released again ends released, with the link that its recipient got last', async () => {
  for (const group of ['again', 'twice', 'known'] as const) {
    expect((await rowOf(group)).status, group).toBe('released');
    expect(firstTokens.get(group)).not.toBe(lastTokens.get(group));
    // The restored row of a link that the backup lacked does not know its address, so it shows nothing.
    expect(await tell(firstTokens.get(group)), group).toBe(group === 'twice' ? 'link-withdrawn' : 'link-expired');
    expect(await tell(lastTokens.get(group)), group).toBe('open');
  }
  const body = { token: undoTokens.get('again') ?? '', putBack: true, changedMind: true };
  expect((await app.caller().call(api.undoOwnerChange, { body })).statusCode).toBeGreaterThanOrEqual(400);
  expect((await rowOf('again')).status).toBe('released');
});

test('UNDO-2: what a recipient has opened after the backup is not undone after the restore', async () => {
  const { owner: before, id } = of('opened');
  const owner = { ...before, ...(await otherBrowser(app, before)) };
  const refused = await owner.refused(api.undoRelease, { params: { id } });
  expect(refused).toMatchObject({ code: 'release-opened' });
});

test('UNDO-11: a release whose undo only a replaced database knows is released again, with the same links', async () => {
  expect((await rowOf('parted')).status).toBe('released');
  expect(await tell(firstTokens.get('parted'))).toBe('open');
});

test('UNDO-11: each email about an undone release leaves once, those that had not left before the disaster too', async () => {
  await app.sendLetters();
  const subjects = (email: string) => lettersTo(email).map(({ subject }) => subject);
  const times = (email: string, part: string) => subjects(email).filter((subject) => subject.includes(part)).length;
  for (const group of ['undone', 'unsent'] as const) {
    expect(times(`executor-${group}@example.com`, 'has undone a release'), group).toBe(1);
    expect(times(`recipient-${group}@example.com`, 'there is nothing to do'), group).toBe(1);
    expect(times(of(group).owner.email, 'release of your vault was undone'), group).toBe(1);
  }
  expect(times('recipient-again@example.com', 'You Have a')).toBe(2);
  expect(times('recipient-twice@example.com', 'You Have a')).toBe(1);
  expect(times('recipient-parted@example.com', 'You Have a')).toBe(1);
  const all = readSentLetters(dataDirectory).map(({ messageId, to }) => `${messageId} ${to}`);
  expect(new Set(all).size).toBe(all.length);
});
