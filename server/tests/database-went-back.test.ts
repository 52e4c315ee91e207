// The database goes back under two running processes, as after the promotion of a standby that lagged: they stop at once, and after a
// restart the operator says which side counts for each vault that was changed on both.
import { rmSync } from 'node:fs';
import { api } from '@remembrance/contract/api.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { followJournal } from '../src/operations/restore/follow-journal.ts';
import type { OpenDatabase } from '../src/platform/database/open-database.ts';
import { vaults } from '../src/platform/database/schema.ts';
import { releaseByExecutor } from '../src/vaults/release/release-by-executor.ts';
import { releaseDueVaults } from '../src/vaults/release/release-due-vaults.ts';
import type { Caller } from '../testing/caller.ts';
import { addressOf } from '../testing/database-address.ts';
import {
  type Owner,
  otherBrowser,
  type PaidVault,
  paidVault,
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

const groups = ['renewed', 'redirected', 'kept', 'deleted', 'released', 'waiting', 'dated'] as const;
type Group = (typeof groups)[number];

const dataDirectory = makeTestFolder();
const made = new Map<Group, PaidVault & { owner: Owner }>();
let opened: OpenDatabase;
let app: TestApp;
let second: TestApp;
let newCode = '';
/** A browser that is signed out after the copy, so the database that goes back knows its session again. */
let signedOut: Caller;
let deletionLinks: string[] = [];

const of = (group: Group) => made.get(group) ?? expect.unreachable(group);
const params = (group: Group) => ({ params: { id: of(group).id } });
const start = () => openAppIn(dataDirectory, { DATABASE_URL: addressOf(opened.connection) });
const lettersTo = (email: string) => readSentLetters(dataDirectory).filter(({ to }) => to === email);
const daughter = 'daughter@example.com';
const held = { status: 503, code: 'on-hold' };

async function changeAfterTheCopy(): Promise<void> {
  const { owner } = of('renewed');
  const [executor] = await owner.ask(api.listExecutors, params('renewed'));
  await owner.ask(api.reissueCode, { params: { id: of('renewed').id, executorId: executor?.id ?? '' } });
  newCode = (await app.lastLetter('executor-code', executor?.email ?? '')).code;
  for (const group of ['redirected', 'kept'] as const)
    await of(group).owner.ask(api.editVault, { ...params(group), body: { recipientEmail: daughter } });
  await of('kept').owner.ask(api.endOtherSessions);
  await of('deleted').owner.call(api.deleteVault, params('deleted'));
  await release(app, of('released'));
  await app.sendLetters();
}

/** What a process does that has not noticed yet. */
const unaware = () => ({ ...app.services, restoreHold: { refuse: async () => {} } });

beforeAll(async () => {
  opened = await openTestDatabase({ poolSize: 1 });
  app = await start();
  second = await start();
  for (const [number, group] of groups.entries()) {
    const owner = await signedIn(app, another(ada, number));
    const vault = await paidVault(app, owner, {
      recipientEmail: `recipient-${group}@example.com`,
      executorEmail: group === 'dated' ? '' : `executor-${group}@example.com`,
      executorName: group === 'dated' ? '' : 'Edda',
      ...(group === 'dated' && {
        scheduledReleaseDate: new Date(app.clock.now().getTime() + 86_400_000).toISOString(),
      }),
    });
    made.set(group, { ...vault, owner });
  }
  await app.sendLetters();
  await release(app, of('waiting'));
  signedOut = await otherBrowser(app, of('kept').owner);
  const putBack = await copyRows(opened.ownerConnection ?? {});
  for (const { owner } of made.values()) await signInAgain(owner);
  await changeAfterTheCopy();
  await putBack();
});
afterAll(async () => {
  for (const one of [app, second]) await one.close();
  await opened.close();
  rmSync(dataDirectory, { recursive: true });
});

test('HOLD-9: from the first connection to a database that went back, no code, release, letter or change is accepted', async () => {
  const before = readSentLetters(dataDirectory);
  for (const { caller } of [app, second]) {
    const withdrawn = { body: { accessCode: of('renewed').code } };
    // A call that meets a lost connection, or the first one to the other database, is asked to try again.
    const verify = async () => String((await caller().call(api.verifyExecutor, withdrawn)).json().code);
    const answers: string[] = [];
    await until(async () => {
      answers.push(await verify());
      return answers.at(-1);
    }).toBe('on-hold');
    expect(
      [...new Set(answers.slice(0, -1)), 'database-unavailable'].filter((code) => code !== 'database-unavailable'),
    ).toEqual([]);
    for (const group of ['renewed', 'redirected', 'released'] as const) {
      const call = { params: { vaultId: of(group).id }, body: { accessCode: of(group).code } };
      expect(await caller().refused(api.releaseVault, call)).toMatchObject(held);
    }
  }
  expect(
    await of('redirected').owner.refused(api.editVault, { ...params('redirected'), body: { title: 'Mine' } }),
  ).toMatchObject(held);
  const { email, password } = of('kept').owner;
  expect([
    await signedOut.refused(api.getVault, params('kept')),
    await signedOut.refused(api.listVaults),
    await signedOut.refused(api.signIn, { body: { email, password } }),
  ]).toMatchObject([held, held, held]);
  expect((await signedOut.call(api.health)).statusCode).toBe(200);
  app.clock.pass({ days: 2 });
  await expect(releaseDueVaults(app.services, { onFailure: () => expect.unreachable() })).rejects.toThrow();
  for (const one of [app, second]) {
    await one.sendLetters();
    expect(await one.services.restoreHold.isOn()).toBe(true);
    expect((await one.services.readHealth()).map(({ part }) => part)).toContain('on-hold');
  }
  const since = () =>
    readSentLetters(dataDirectory).filter(({ messageId }) => before.every((letter) => letter.messageId !== messageId));
  await until(async () => {
    await app.sendLetters();
    return since().map(({ to, subject }) => `${to} ${subject.includes('Nothing is released or mailed')}`);
  }).toEqual([`${app.services.operatorEmail} true`]);
});

test('HOLD-10: a vault that was changed on both sides is named, and nobody is written to until the operator says which side counts', async () => {
  // The last requests of a process that had not noticed yet.
  for (const group of ['renewed', 'redirected', 'kept', 'deleted', 'released'] as const)
    await releaseByExecutor(unaware(), { vaultId: of(group).id, accessCode: of(group).code });
  const [first] = [app, second];
  await Promise.all([first.close(), second.close()]);
  app = await start();
  second = await start();
  expect(await app.services.restoreHold.isOn()).toBe(true);
  await followJournal({ ...app.services, database: app.services.jobDatabase });
  const lift = (sides: object, isSure = true) =>
    runCommand(app.services, 'lift-hold', { subject: '', reason: 'it went back', isSure, ...sides });
  const both = ['renewed', 'redirected', 'kept', 'deleted', 'released'] as const;
  const report = await lift({}, false);
  for (const group of groups)
    expect(
      report.includes(`Vault ${of(group).id} of ${of(group).owner.email}: was changed in this database and`),
      group,
    ).toBe((both as readonly string[]).includes(group));
  await expect(lift({})).rejects.toThrow('The hold continues. Say which side counts for these 5 vaults');
  await expect(lift({ journal: of('renewed').id })).rejects.toThrow('these 4 vaults');
  await expect(lift({ journal: 'all', database: of('waiting').id })).rejects.toThrow('was not changed on both sides');
  await expect(lift({ journal: of('kept').id, database: of('kept').id })).rejects.toThrow('both name');
  expect(await app.sendLetters()).toBe(0);
  expect(await lift({ journal: 'all', database: of('kept').id })).toContain('The hold is lifted.');
});

test('HOLD-10: after the decision each vault is as its side says, and a former recipient or a withdrawn code gets nothing', async () => {
  const waiting = await app.lettersTo(of('deleted').owner.email);
  deletionLinks = waiting.flatMap(({ kind, facts }) =>
    kind === 'owner-change' && facts.kind === 'vault-deletion' ? [facts.link] : [],
  );
  await app.sendLetters();
  const statusOf = async (group: Group) =>
    (
      await app.database
        .select()
        .from(vaults)
        .where(eq(vaults.id, of(group).id))
    )[0]?.status;
  const undated = groups.filter((group) => group !== 'dated');
  const states = await Promise.all(undated.map(async (group) => `${group} ${await statusOf(group)}`));
  expect(states).toEqual([
    'renewed active',
    'redirected active',
    'kept released',
    'deleted deleting',
    'released released',
    'waiting released',
  ]);
  const count = (group: Group) => lettersTo(of(group).recipientEmail).length;
  expect(undated.map((group) => `${group} ${count(group)}`)).toEqual([
    'renewed 0',
    'redirected 0',
    'kept 1',
    'deleted 0',
    'released 1',
    'waiting 1',
  ]);
  expect(lettersTo(daughter)).toEqual([]);
  const verify = async (accessCode: string) =>
    (await app.caller().call(api.verifyExecutor, { body: { accessCode } })).statusCode;
  expect([await verify(of('renewed').code), await verify(of('deleted').code), await verify(newCode)]).toEqual([
    403, 403, 200,
  ]);
  await release(app, { ...of('renewed'), code: newCode });
  await release(app, { ...of('redirected'), recipientEmail: daughter });
  await app.sendLetters();
  expect([count('renewed'), count('redirected'), lettersTo(daughter).length]).toEqual([1, 0, 1]);
  const all = readSentLetters(dataDirectory).map(({ messageId, to }) => `${messageId} ${to}`);
  expect(new Set(all).size).toBe(all.length);
});

test('a vault that was deleted on the other side can be undone by a new link, because the earlier one is lost', async () => {
  const { owner: deletes, id } = of('deleted');
  const owner = { ...deletes, ...(await otherBrowser(app, deletes)) };
  const listed = async () => (await owner.ask(api.listVaults)).map((vault) => vault.id).includes(id);
  expect(await listed()).toBe(false);
  expect(deletionLinks).toHaveLength(1);
  const token = new URL(deletionLinks[0] ?? '').hash.slice(1);
  await owner.ask(api.undoOwnerChange, { body: { token, putBack: true, changedMind: true } });
  expect(await listed()).toBe(true);
});
