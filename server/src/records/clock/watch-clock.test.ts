// The clock goes wrong in the real application: which actions are held, who is notified, and how the hold ends.

import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { api } from '@remembrance/contract/api.ts';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draftVault, paidVault, releasedVault, signedIn } from '../../../testing/people.ts';
import { runCommand } from '../../../testing/run-admin-command.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { makeTestFolder } from '../../../testing/test-folder.ts';
import { until } from '../../../testing/until.ts';
import { vaults } from '../../platform/database/schema.ts';
import { startSchedule } from '../../schedule.ts';
import { releaseDueVaults } from '../../vaults/release/release-due-vaults.ts';
import { createOutsideClock, listTimeSources, readKernelTime } from './outside-clock.ts';
import { createClockWatch } from './watch-clock.ts';

let app: TestApp;
beforeEach(async () => {
  app = await openTestApp({ OPERATOR_EMAIL: 'op@keep.example', LOG_LEVEL: 'silent' });
  await releaseDue();
});
afterEach(() => app.close());

const noFailure = (vaultId: string, error: unknown) => {
  throw new Error(`the release of ${vaultId} failed`, { cause: error });
};
const releaseDue = (services = app.services) => releaseDueVaults(services, { onFailure: noFailure });
/** A clock of another machine, ahead by some seconds. */
const ahead = (seconds: number) => ({
  ...app.clock,
  now: () => new Date(app.clock.now().getTime() + seconds * 1000),
  bootId: 'another machine',
});
/** Another process on the same database, without this one's state. */
const restarted = (outsideClock = createOutsideClock([], app.clock)) => ({
  ...app.services,
  clockWatch: createClockWatch({ ...app.services, outsideClock }),
});
const inDays = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000).toISOString();
const dueIn = async (days: number) => paidVault(app, await signedIn(app), { scheduledReleaseDate: inDays(days) });
const notices = async () => (await app.lettersTo('op@keep.example')).filter(({ kind }) => kind === 'operator-notice');
const clockPart = async () => (await app.services.readHealth()).find(({ part }) => part === 'clock');

test('CLK-3: a clock two years ahead for nine seconds releases nothing, is reported, and the hold ends with the jump', async () => {
  await dueIn(300);
  app.clock.set({ days: 730 });
  expect(await releaseDue()).toBe(0);
  app.clock.pass({ seconds: 9 });
  expect(await releaseDue()).toBe(0);
  expect(await clockPart()).toMatchObject({ problem: expect.stringContaining('held') });
  expect(await notices()).toHaveLength(1);
  app.clock.set({ days: -730 });
  expect(await releaseDue()).toBe(0);
  app.clock.pass({ days: 301 });
  expect(await releaseDue()).toBe(1);
});

test('CLK-3: two processes that see the same jump both hold releases, and send one letter', async () => {
  await dueIn(30);
  const other = restarted();
  expect(await releaseDue(other)).toBe(0);
  app.clock.set({ days: 60 });
  expect(await Promise.all([releaseDue(), releaseDue(other)])).toEqual([0, 0]);
  expect(await releaseDue(restarted())).toBe(0); // a process that starts during the jump
  expect(await notices()).toHaveLength(1);
});

test('CLK-3: a process with the right time releases while another has jumped', async () => {
  await dueIn(1);
  const ahead = { ...app.clock, now: () => new Date(app.clock.now().getTime() + jumped) };
  let jumped = 0;
  const other = { ...restarted(), clock: ahead };
  other.clockWatch = createClockWatch({
    ...app.services,
    clock: ahead,
    outsideClock: createOutsideClock([], ahead),
  });
  expect(await releaseDue(other)).toBe(0);
  jumped = 40 * 86_400_000;
  for (let hour = 0; hour < 23; hour += 1) {
    app.clock.pass({ hours: 1 });
    expect(await releaseDue(other)).toBe(0);
    expect(await releaseDue()).toBe(0);
  }
  app.clock.pass({ hours: 1 });
  expect(await releaseDue(other)).toBe(0);
  expect(await releaseDue()).toBe(1);
});

test('CLK-4: a clock a year back holds scheduled releases; an executor still releases, at a time not before the vault was created', async () => {
  const vault = await dueIn(300);
  app.clock.set({ days: -365 });
  expect(await releaseDue()).toBe(0);
  const released = await app
    .caller()
    .ask(api.releaseVault, { params: { vaultId: vault.id }, body: { accessCode: vault.code } });
  expect(released.releasedAt).toBe(vault.createdAt);
  const [row] = await app.database.select().from(vaults).where(eq(vaults.id, vault.id));
  expect(row?.releasedAt?.toISOString()).toBe(vault.createdAt);
  const { link } = await app.lastLetter('recipient-invitation', vault.recipientEmail);
  app.clock.set({ days: 365 });
  const token = link.split('/').at(-1) ?? '';
  expect(await app.caller().ask(api.verifyAccess, { query: { token } })).toMatchObject({ step: 'email' });
});

test('CLK-4: a vault created and released while the clock is a year back has the time of the release, and a link that works later', async () => {
  const owner = await signedIn(app);
  const before = app.clock.now();
  app.clock.set({ days: -365 });
  const vault = await releasedVault(app, owner);
  expect(vault.releasedAt).toBe(before.toISOString());
  app.clock.set({ days: 365 });
  expect(await app.caller().ask(api.verifyAccess, { query: { token: vault.token } })).toMatchObject({ step: 'email' });
});

test('with a clock an hour behind, a waiting letter is sent, and the release happens when the hour is over', {
  tags: 'long',
}, async () => {
  await dueIn(1);
  app.clock.pass({ hours: 23 });
  await releaseDue();
  const before = (await app.lettersTo('ada@example.com')).length;
  expect(before).toBeGreaterThan(0);
  app.clock.set({ hours: -1 });
  expect(await app.sendLetters()).toBeGreaterThan(0);
  expect(await app.lettersTo('ada@example.com')).toHaveLength(0);
  expect(await releaseDue()).toBe(0);
  app.clock.set({ hours: 1 });
  app.clock.pass({ hours: 1 });
  expect(await releaseDue()).toBe(1);
});

test('CLK-6: a release that fell due without the service happens at its start, in the same boot at any time', async () => {
  await dueIn(1);
  app.clock.pass({ days: 25 });
  expect(await releaseDue(restarted())).toBe(1);
});

test('CLK-6: after more than an hour without the service, a start in another boot holds releases by date for a day', async () => {
  await dueIn(1);
  app.clock.pass({ days: 25 });
  app.clock.reboot();
  const late = restarted();
  expect(await releaseDue(late)).toBe(0);
  for (let hour = 0; hour < 24; hour += 1) {
    expect(await releaseDue(late)).toBe(0);
    app.clock.pass({ hours: 1 });
  }
  expect(await releaseDue(late)).toBe(1);
});

test('CLK-6: a start after a day holds nothing and writes no letter if another clock confirms the time immediately', async () => {
  await dueIn(1);
  app.clock.pass({ days: 1 });
  app.clock.reboot();
  const right = async () => app.clock.now().getTime();
  const silent = async () => Promise.reject(new Error('no such program'));
  const wrong = createOutsideClock([silent, async () => app.clock.now().getTime() - 90_000], app.clock);
  expect(await releaseDue(restarted(wrong))).toBe(0);
  expect(await notices()).toHaveLength(1);
  expect(await releaseDue(restarted(createOutsideClock([silent, right], app.clock)))).toBe(1);
  expect(await notices()).toHaveLength(1);
});

test('SCH-1: a start with a clock 55 minutes ahead releases nothing early, and the operator is notified', async () => {
  await dueIn(1);
  app.clock.pass({ hours: 23, minutes: 30 });
  await releaseDue();
  app.clock.set({ minutes: 55 });
  const wrong = restarted();
  expect(await releaseDue(wrong)).toBe(0);
  expect((await notices())[0]?.facts).toMatchObject({
    details: [expect.stringContaining('set by more'), expect.any(String), expect.any(String)],
  });
  app.clock.set({ minutes: -55 });
  expect(await releaseDue(wrong)).toBe(0);
  app.clock.pass({ minutes: 30 });
  expect(await releaseDue(wrong)).toBe(1);
});

test('SCH-1: a start in another boot with a clock 55 minutes ahead releases at its date by the uptime', async () => {
  await dueIn(1);
  app.clock.pass({ hours: 23, minutes: 30 });
  await releaseDue();
  app.clock.reboot();
  app.clock.set({ minutes: 55 });
  const wrong = restarted();
  expect(await releaseDue(wrong)).toBe(0);
  app.clock.pass({ minutes: 30, seconds: -1 });
  expect(await releaseDue(wrong)).toBe(0);
  app.clock.pass({ seconds: 1 });
  expect(await releaseDue(wrong)).toBe(1);
});

test('SCH-1: of two processes, the one that is 90 seconds ahead of the database releases nothing, and the right one goes on', async () => {
  await dueIn(1);
  const clock = ahead(90);
  const other = { ...restarted(), clock };
  other.clockWatch = createClockWatch({ ...app.services, clock, outsideClock: createOutsideClock([], clock) });
  app.clock.pass({ hours: 24, seconds: -63 });
  await releaseDue();
  expect(await releaseDue(other)).toBe(0);
  expect(await other.clockWatch.findProblem()).toContain('differ by more than five seconds');
  expect(await releaseDue()).toBe(0);
  expect(await clockPart()).toBeUndefined();
  app.clock.pass({ seconds: 63 });
  expect(await releaseDue(other)).toBe(0);
  expect(await releaseDue()).toBe(1);
  const letters = await notices();
  expect(letters).toHaveLength(1);
  expect(letters[0]?.facts).toMatchObject({ details: [expect.stringContaining(os.hostname()), expect.any(String)] });
});

test('SCH-1: a date counts by the earlier of the clocks of the process and of the database', async () => {
  await dueIn(1);
  app.clock.pass({ days: 1 });
  app.clock.setDatabase({ seconds: -4 });
  expect(await releaseDue()).toBe(0);
  app.clock.pass({ seconds: 4 });
  expect(await releaseDue()).toBe(1);
});

test('SCH-1: while the database’s clock is ahead, no process releases by date', async () => {
  await dueIn(1);
  app.clock.setDatabase({ seconds: 6 });
  app.clock.pass({ days: 1 });
  expect(await releaseDue()).toBe(0);
  app.clock.setDatabase({ seconds: -6 });
  expect(await releaseDue()).toBe(1);
});

test('the operator cannot confirm a clock that differs from the database’s', async () => {
  app.clock.setDatabase({ seconds: -90 });
  await expect(runCommand(app.services, 'confirm-clock', { subject: '', reason: 'a phone' })).rejects.toThrow(
    'The database shows',
  );
});

test.each([
  ['yes', Date.parse('2027-03-04T09:30:07Z')],
  ['no', null],
])('the kernel confirms the time where its time service has set the clock: %s', async (synchronized, expected) => {
  const folder = makeTestFolder();
  const lines = `NTPSynchronized=${synchronized}\nTimeUSec=Thu 2027-03-04 09:30:07 $TZ`;
  writeFileSync(path.join(folder, 'timedatectl'), `#!/bin/sh\necho "${lines}"\n`, { mode: 0o755 });
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
  try {
    expect(await readKernelTime()).toBe(expected);
  } finally {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  }
});

test('CLK-4: with a clock a year ahead an executor releases at the last trusted time and the uptime since', async () => {
  const vault = await dueIn(300);
  const before = app.clock.now();
  app.clock.set({ days: 365 });
  app.clock.pass({ minutes: 5 });
  const { releasedAt } = await app
    .caller()
    .ask(api.releaseVault, { params: { vaultId: vault.id }, body: { accessCode: vault.code } });
  expect(releasedAt).toBe(new Date(before.getTime() + 300_000).toISOString());
});

test('the operator confirms the time with a reason, and every process continues', { tags: 'long' }, async () => {
  await dueIn(30);
  const other = restarted();
  await releaseDue(other);
  app.clock.set({ days: 60 });
  expect(await Promise.all([releaseDue(), releaseDue(other)])).toEqual([0, 0]);
  const output = await runCommand(app.services, 'confirm-clock', { subject: '', reason: 'checked against a phone' });
  expect(output).toContain(app.clock.now().toISOString());
  app.clock.pass({ seconds: 10 });
  expect(await releaseDue(other)).toBe(1);
  expect(await releaseDue()).toBe(0);
  expect(await clockPart()).toBeUndefined();
});

test('CLK-6: an outside clock ends a hold only if it agrees', async () => {
  let outside = app.clock.now();
  const server = createServer((_request, response) => response.setHeader('date', outside.toUTCString()).end());
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  try {
    await dueIn(1);
    const outsideClock = createOutsideClock(listTimeSources(`http://127.0.0.1:${port}/`), app.clock);
    const process = restarted(outsideClock);
    await releaseDue(process);
    app.clock.set({ days: 2 }); // it looks the same if the uptime stops while the machine sleeps
    expect(await releaseDue(process)).toBe(0);
    await until(() => outsideClock.now()).not.toBeNull();
    expect(await releaseDue(process)).toBe(0);
    outside = app.clock.now();
    app.clock.pass({ minutes: 2 });
    outside = app.clock.now();
    expect(await releaseDue(process)).toBe(0);
    await until(() => Math.abs((outsideClock.now() ?? 0) - app.clock.now().getTime()) < 2000).toBe(true);
    expect(await releaseDue(process)).toBe(1);
  } finally {
    server.close();
  }
});

test('during a clock hold nothing is deleted and no draft’s end is announced; both continue after the hold', {
  tags: 'long',
}, async () => {
  const owner = await signedIn(app);
  const draft = await draftVault(owner);
  const deleted = await paidVault(app, owner);
  await owner.ask(api.deleteVault, { params: { id: deleted.id } });
  const schedule = startSchedule(app.services);
  const state = async () => [
    (await app.database.select().from(vaults)).length,
    (await app.lettersTo(owner.email)).filter(({ kind }) => kind === 'draft-ending').length,
  ];
  await schedule.runAll();
  app.clock.set({ days: 40 });
  await schedule.runAll();
  expect(await state()).toEqual([2, 0]);
  app.clock.set({ days: -40 });
  app.clock.pass({ days: 24 });
  await schedule.runAll();
  expect(await state()).toEqual([1, 1]);
  expect((await app.database.select().from(vaults))[0]?.id).toBe(draft.id);
  await schedule.stop();
});
