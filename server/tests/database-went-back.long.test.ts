// The drill of a database that goes back under two running processes with a bucket: 30 vaults in every state, releases by a process that
// has not noticed, a restart, and the operator's decision.
import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { followJournal } from '../src/operations/restore/follow-journal.ts';
import type { OpenDatabase } from '../src/platform/database/open-database.ts';
import { releaseByExecutor } from '../src/vaults/release/release-by-executor.ts';
import { releaseDueVaults } from '../src/vaults/release/release-due-vaults.ts';
import { addressOf } from '../testing/database-address.ts';
import { type FakeBucket, openFakeBucket } from '../testing/fake-bucket.ts';
import { copyRows } from '../testing/put-back.ts';
import { changeVaults, changeWithoutLetters } from '../testing/restore-drill/change-vaults.ts';
import { createVaults, type DrillState, type DrillVault, noteReleased } from '../testing/restore-drill/drill-vaults.ts';
import { judgeRestore, readSentLetters } from '../testing/restore-drill/judge-restore.ts';
import { runCommand } from '../testing/run-admin-command.ts';
import { openAppIn, type TestApp } from '../testing/test-app.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { makeTestFolder } from '../testing/test-folder.ts';
import { until } from '../testing/until.ts';

const count = 30;
const released: DrillState[] = ['executor-changed', 'code-renewed', 'recipient-changed', 'deleted', 'removed'];

const dataDirectory = makeTestFolder();
let opened: OpenDatabase;
let bucket: FakeBucket;
let apps: TestApp[] = [];
let vaults: DrillVault[] = [];
/** The code of each vault before the database went back. */
const codes = new Map<string, string>();

const start = () => openAppIn(dataDirectory, { ...bucket.environment, DATABASE_URL: addressOf(opened.connection) });
const both = released.map((state) => () => vaults.filter((one) => one.state === state));

beforeAll(async () => {
  opened = await openTestDatabase({ poolSize: 1 });
  bucket = await openFakeBucket();
  apps = [await start(), await start()];
  const [app] = apps as [TestApp];
  vaults = await createVaults(
    app,
    Array.from({ length: count }, (_, number) => number),
  );
  await app.sendLetters();
  const putBack = await copyRows(opened.ownerConnection ?? {});
  for (const one of vaults) codes.set(one.id, one.code);
  app.clock.pass({ days: 2 });
  await releaseDueVaults(app.services, { onFailure: (_, error) => expect.unreachable(String(error)) });
  for (const one of vaults.filter(({ state }) => state === 'dated')) await noteReleased(app, one);
  vaults.push(...(await changeVaults(app, vaults)));
  await app.sendLetters();
  await changeWithoutLetters(app, vaults);
  await app.services.writeJournal();
  await putBack();
});
afterAll(async () => {
  for (const app of apps) await app.close();
  bucket.close();
  await opened.close();
  rmSync(dataDirectory, { recursive: true });
});

test('HOLD-9: two processes with a bucket stop at once when their database goes back, and no former recipient gets a letter', async () => {
  const sentBefore = readSentLetters(dataDirectory);
  for (const app of apps) {
    await app.sendLetters().catch(() => 0);
    await until(() => app.services.restoreHold.isOn().catch(() => false)).toBe(true);
    await app.sendLetters();
  }
  const toPeople = (all: typeof sentBefore) => all.filter(({ subject }) => !subject.includes('Nothing is released'));
  expect(toPeople(readSentLetters(dataDirectory))).toEqual(sentBefore);
  // A process that has not noticed yet.
  const [late] = apps as [TestApp];
  const unaware = { ...late.services, restoreHold: { refuse: async () => {} } };
  const contested = both.flatMap((list) => list());
  for (const { id } of contested) await releaseByExecutor(unaware, { vaultId: id, accessCode: codes.get(id) ?? '' });
  for (const app of apps) await app.close();
  renameSync(path.join(dataDirectory, 'letters'), path.join(dataDirectory, 'letters-before'));
  apps = [await start(), await start()];
  const [app] = apps as [TestApp];
  await followJournal({ ...app.services, database: app.services.jobDatabase });
  const lift = (isSure: boolean, journal?: string) =>
    runCommand(app.services, 'lift-hold', { subject: '', reason: 'the drill', isSure, journal });
  const asked = await lift(false);
  for (const { id, state } of contested) expect(asked.includes(`Vault ${id} of `), state).toBe(true);
  await expect(lift(true)).rejects.toThrow(`these ${contested.length} vaults`);
  const holdReport = await lift(true, 'all');
  const report = await judgeRestore({ app, vaults, holdReport, sentBefore });
  console.log(`drill: ${vaults.length} vaults, ${contested.length} changed on both sides`, report);
  expect(report).toEqual({ lettersToFormerPeople: [], revivedCodes: [], silentLosses: [], repeatedLetters: [] });
});
