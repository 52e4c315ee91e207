// The choice that an owner's silence releases a vault: who may choose it, how to undo it, when a wait begins, and when we only ask people.
import { api } from '@remembrance/contract/api.ts';
import type { RefusalCode } from '@remembrance/contract/refusals.ts';
import { eq, like } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectRefused } from '../../../testing/expect-refused.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { emailsOf, requestsOf, vaultWith, type WaitingVault } from '../../../testing/waiting-vaults.ts';
import { letters, users, vaults } from '../../platform/database/schema.ts';
import { runCheckIns } from './run-check-ins.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let vault: WaitingVault;
beforeEach(async () => {
  vault = await vaultWith(app, { waitHours: 336 });
});

const choose = (changes: object = {}, { id, owner } = vault) =>
  owner.call(api.chooseCheckIn, {
    body: { months: 1, pausedUntil: null, vaultIds: [id], releaseIds: [id], yearly: false, ...changes },
  });
const settings = (to: object, { id, owner } = vault) =>
  owner.call(api.changeReleaseSettings, {
    params: { id },
    body: { waitHours: 336, mustAgree: false, ...to, was: { waitHours: 336, mustAgree: false } },
  });
const choiceOf = async ({ id } = vault) =>
  (await app.database.select().from(vaults).where(eq(vaults.id, id)))[0]?.checkIn;
const refused = (code: RefusalCode, call: () => Promise<LightMyRequestResponse>) =>
  expectRefused(app.database, code, call, ['rate_limits']);
const prove = () => vault.owner.ask(api.proveByPassword, { body: { password: vault.owner.password } });
async function undo(): Promise<void> {
  const { link } = await app.lastLetter('owner-change', vault.owner.email);
  const body = { token: new URL(link).hash.slice(1), putBack: true };
  expect(await app.caller().ask(api.undoOwnerChange, { body })).toEqual({ isPutBack: true });
}
/** So long after a sign-in it is no proof. */
const later = () => app.clock.pass({ minutes: 20 });

async function pass(days: number) {
  for (let day = 0; day < days; day += 1) {
    app.clock.pass({ days: 1 });
    await app.services.clockWatch.trustedNow();
  }
}
/** Four emails, each sent, and ten days after the last one. @returns the last of them, and the token of the round */
async function beSilent() {
  await pass(32);
  let last: Awaited<ReturnType<typeof app.lastLetter<'check-in'>>> | undefined;
  for (let sent = 0; sent < 4; sent += 1) {
    await runCheckIns(app.services);
    last = await app.lastLetter('check-in', vault.owner.email);
    await app.sendLetters();
    await pass(10);
  }
  return { last, token: new URL(last?.link ?? '').hash.slice(1) };
}
const kinds = async (email: string) =>
  (await app.database.select({ kind: letters.kind }).from(letters).where(eq(letters.recipient, email)))
    .map(({ kind }) => kind)
    .filter((kind) => /check-in|wait/.test(kind));

describe('SILENCE-1: a wait begins after a round without an answer', () => {
  test('whose last email named the vault; its executors are notified and not asked', async () => {
    await choose();
    const { last, token } = await beSilent();
    expect(last).toMatchObject({ stage: 'last', vaults: 0, releases: 1, releaseTitles: [vault.title] });
    await Promise.all([runCheckIns(app.services), runCheckIns(app.services)]);
    await runCheckIns(app.services);
    expect(await requestsOf(app, vault)).toMatchObject([{ state: 'waiting', bySilence: true }]);
    expect(await kinds(vault.emails[0] ?? '')).toEqual(['executor-wait']);
    expect(await emailsOf(app, vault)).toEqual(['executor-wait waiting to edda', 'release-wait started to ada']);
    // The link of the round answers, and so stops the release.
    expect(await app.caller().ask(api.answerCheckIn, { body: { token } })).toMatchObject({ isNew: true });
    expect(await requestsOf(app, vault)).toMatchObject([{ state: 'stopped', endedWhy: 'answered' }]);
    expect(await kinds(vault.emails[0] ?? '')).toEqual(['executor-wait', 'executor-wait']);
  });

  test('and not if an email of the round perhaps did not arrive: then the executors are asked', async () => {
    await choose();
    await beSilent();
    await app.database
      .update(letters)
      .set({ doubt: 'mailbox-full' })
      .where(like(letters.onceKey, `check-in/${vault.owner.id}/%/2`));
    await runCheckIns(app.services);
    expect(await requestsOf(app, vault)).toEqual([]);
    expect(await kinds(vault.emails[0] ?? '')).toEqual(['executor-check-in']);
    expect(await app.lastLetter('check-in', vault.owner.email)).toMatchObject({ stage: 'over', vaults: 1 });
  });

  test('and not if the answer comes at the same moment, or both end with all emails', async () => {
    await choose();
    const { token } = await beSilent();
    app.clock.pass({ seconds: 1 });
    await Promise.all([
      runCheckIns(app.services),
      app.caller().ask(api.answerCheckIn, { body: { token } }),
      runCheckIns(app.services),
    ]);
    await runCheckIns(app.services);
    const [row] = await app.database.select().from(users).where(eq(users.id, vault.owner.id));
    expect(row).toMatchObject({ checkInRoundAt: null, checkInSilentAt: null });
    expect([[], ['stopped']]).toContainEqual((await requestsOf(app, vault)).map(({ state }) => state));
    expect([[], ['executor-wait', 'executor-wait']]).toContainEqual(await kinds(vault.emails[0] ?? ''));
  });
});

describe('SILENCE-2: choosing it', () => {
  test('needs a wait of 14 days or more, for which one executor is enough', async () => {
    for (const choice of [{}, { waitHours: 168 }, { waitHours: 336, mustAgree: true }] as const) {
      const other = await vaultWith(app, choice);
      await refused('long-wait-needed', () => choose({}, other));
      expect(await choiceOf(other)).toBe('none');
    }
    const stranger = await vaultWith(app, {});
    await refused('vault-not-found', () => choose({}, { ...vault, owner: stranger.owner }));
    expect((await choose({ vaultIds: [] })).json().vaults).toMatchObject([{ asks: true, releases: true }]);
  });

  test('needs a proof, as a near date does, and is reported; the link undoes it', async () => {
    later();
    await refused('proof-needed', () => choose());
    await choose({ releaseIds: [] });
    await refused('proof-needed', () => choose());
    await prove();
    expect((await choose()).statusCode).toBe(200);
    expect(await choiceOf()).toBe('release');
    expect(await app.lastLetter('owner-change', vault.owner.email)).toMatchObject({
      kind: 'check-in',
      after: 'every month; no executors are asked if there is no answer; one vault is then released after a wait',
    });
    await undo();
    expect(await choiceOf()).toBe('ask-executors');
  });

  test('and its opposite too, and the link restores it', async () => {
    await choose();
    later();
    await refused('proof-needed', () => choose({ releaseIds: [] }));
    await prove();
    await choose({ releaseIds: [] });
    expect(await choiceOf()).toBe('ask-executors');
    await undo();
    expect(await choiceOf()).toBe('release');
  });

  test('asking earlier needs one too while a vault is released by it; a page of version 1.0.0 changes nothing of it', async () => {
    await choose({ months: 6 });
    later();
    await refused('proof-needed', () => choose({ months: 3 }));
    expect((await choose({ months: 6, releaseIds: undefined })).json().vaults).toMatchObject([{ releases: true }]);
  });

  test('a shorter wait turns it into a question to the executors, with a proof and a word in the email, and its undo back', async () => {
    await choose();
    later();
    await refused('proof-needed', () => settings({ waitHours: 72 }));
    await prove();
    await settings({ waitHours: 72 });
    expect(await choiceOf()).toBe('ask-executors');
    expect(await app.lastLetter('owner-change', vault.owner.email)).toMatchObject({
      after: expect.stringContaining('if you do not answer a check-in, its executors are only asked'),
    });
    await undo();
    expect(await choiceOf()).toBe('release');
  });

  test('that two must agree does the same, and needs the proof although it weakens nothing else', async () => {
    vault = await vaultWith(app, { waitHours: 336, executors: 2 });
    await choose();
    later();
    await refused('proof-needed', () => settings({ mustAgree: true }));
    await prove();
    await settings({ mustAgree: true });
    expect(await choiceOf()).toBe('ask-executors');
  });

  test('a longer wait changes nothing of it, and its undo neither', async () => {
    await choose();
    await settings({ waitHours: 720 });
    expect(await choiceOf()).toBe('release');
    await undo();
    expect(await choiceOf()).toBe('release');
  });

  test('at the same moment as a shorter wait never leaves a vault that is released with it', async () => {
    for (let round = 0; round < 4; round += 1) {
      vault = await vaultWith(app, { waitHours: 336 });
      await Promise.all([choose(), settings({ waitHours: 1 })]);
      expect(['none', 'ask-executors']).toContain(await choiceOf());
    }
  });
});
