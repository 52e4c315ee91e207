// Executors who quarrel, strangers at the owner's browser, clocks that are wrong: nothing is withheld for ever by them.
import { api } from '@remembrance/contract/api.ts';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInAgain } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import {
  object,
  press,
  releaseDue,
  requestsOf,
  statusOf,
  stop,
  vaultWith,
  type WaitingVault,
} from '../../../testing/waiting-vaults.ts';
import { letters } from '../../platform/database/schema.ts';
import { isDatabaseUnavailable } from '../../platform/lib/database-unavailable.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

describe('AGREE-4: an executor who quarrels', () => {
  test('does not use up the requests of the others', async () => {
    const vault = await vaultWith(app, { waitHours: 24, executors: 2 });
    for (let one = 0; one < 12; one++) {
      await press(app, vault);
      await object(app, vault, 0);
    }
    expect((await press(app, vault)).json()).toMatchObject({ code: 'others-may-ask' });
    const [first = '', second = ''] = vault.emails;
    expect(await app.lastLetter('executor-wait', first)).toMatchObject({ isEnder: true, pauses: true });
    expect(await app.lastLetter('executor-wait', second)).toMatchObject({ isEnder: false, pauses: false });
    expect((await press(app, vault, 1)).statusCode).toBe(200);
    await object(app, vault, 1);
    expect((await press(app, vault, 1)).json()).toMatchObject({ code: 'others-may-ask' });
    app.clock.pass({ days: 3, seconds: 1 });
    expect((await press(app, vault)).statusCode).toBe(200);
  });

  test('objects once while the others insist', async () => {
    const vault = await vaultWith(app, { mustAgree: true, waitHours: 24, executors: 3 });
    await press(app, vault);
    await press(app, vault, 1);
    expect((await object(app, vault, 2)).statusCode).toBe(200);
    await press(app, vault);
    await press(app, vault, 1);
    expect((await object(app, vault, 2)).json()).toMatchObject({ code: 'objected-already' });
    await app.sendLetters();
    app.clock.pass({ days: 2 });
    await releaseDue(app);
    expect(await statusOf(app, vault)).toBe('released');
  });
});

test('WAIT-7: a session without a proof stops one release in sixty days, and more with a proof', async () => {
  const vault = await vaultWith(app, { waitHours: 24 });
  await press(app, vault);
  app.clock.pass({ minutes: 11 });
  expect((await stop(vault)).json()).toEqual({ stopped: true });
  await press(app, vault);
  expect((await stop(vault)).json()).toMatchObject({ code: 'proof-needed' });
  await signInAgain(vault.owner, app);
  expect((await stop(vault)).json()).toEqual({ stopped: true });
});

test('UNDO-7: a request that a process of version 1.0.0 left open does not release a vault whose release was undone', async () => {
  const vault = await vaultWith(app, { waitHours: 24 });
  await press(app, vault);
  await app.sendLetters();
  await app.database.execute(
    sql`update vaults set status = 'released', released_at = ${app.clock.now().toISOString()}, released_by = null where id = ${vault.id}`,
  );
  await signInAgain(vault.owner, app);
  expect((await vault.owner.call(api.undoRelease, { params: { id: vault.id } })).statusCode).toBe(200);
  app.clock.pass({ days: 3 });
  await releaseDue(app);
  expect(await statusOf(app, vault)).toBe('active');
  expect(await requestsOf(app, vault)).toMatchObject([{ endedAt: expect.any(Date) }]);
});

describe('WAIT-8: a process of version 1.0.0 that still runs', () => {
  const releaseAs = (vault: WaitingVault, by: string | null) =>
    app.database
      .execute(
        sql`update vaults set status = 'released', released_at = ${app.clock.now().toISOString()}, released_by = ${by} where id = ${vault.id}`,
      )
      .catch((error: Error) => error);

  test('does not release by a code a vault whose owner chose a wait, and keeps its date', async () => {
    const vault = await vaultWith(app, { waitHours: 24 });
    expect(isDatabaseUnavailable(await releaseAs(vault, 'Edda Moreau'))).toBe(true); // the executor may try again
    expect(await statusOf(app, vault)).toBe('active');
    await releaseAs(vault, null);
    expect(await statusOf(app, vault)).toBe('released');
  });

  test('does not release again a vault whose recipient it would send no email', async () => {
    const vault = await vaultWith(app, {});
    await press(app, vault);
    await vault.owner.ask(api.undoRelease, { params: { id: vault.id } });
    expect(isDatabaseUnavailable(await releaseAs(vault, 'Edda Moreau'))).toBe(true);
    expect(await statusOf(app, vault)).toBe('active');
    expect((await press(app, vault)).statusCode).toBe(200);
    expect(await statusOf(app, vault)).toBe('released');
  });

  test('releases what it knows', async () => {
    const vault = await vaultWith(app, {});
    await releaseAs(vault, 'Edda Moreau');
    expect(await statusOf(app, vault)).toBe('released');
  });
});

test('WAIT-1: a first email that a wrong clock dated years ahead does not make the wait last as long', async () => {
  const vault = await vaultWith(app, { waitHours: 24 });
  await press(app, vault);
  await app.sendLetters();
  await app.database
    .update(letters)
    .set({ sentAt: new Date(app.clock.now().getTime() + 9 * 365 * 86_400_000) })
    .where(eq(letters.onceKey, `release-wait/started/${(await requestsOf(app, vault))[0]?.id}`));
  app.clock.pass({ days: 60 });
  await releaseDue(app);
  expect(await statusOf(app, vault)).toBe('released');
});

test('WAIT-1: a press and a new code at the same moment never wait for each other', async () => {
  for (let round = 0; round < 3; round++) {
    const vault = await vaultWith(app, {});
    const [executor] = await vault.owner.ask(api.listExecutors, { params: { id: vault.id } });
    const renew = () => vault.owner.call(api.reissueCode, { params: { id: vault.id, executorId: executor?.id ?? '' } });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, number) => (number % 2 ? press(app, vault) : renew())),
    );
    expect(answers.filter(({ statusCode }) => statusCode >= 500)).toEqual([]);
  }
});

test('WAIT-1: no two events of a release that come at once, many times, wait for each other', {
  tags: 'long',
}, async () => {
  const setWait = ({ owner, id }: WaitingVault) =>
    owner.call(api.changeReleaseSettings, {
      params: { id },
      body: { waitHours: 72, mustAgree: true, was: { waitHours: 24, mustAgree: true } },
    });
  // The vault may be deleted at the same moment.
  const executorOf = async ({ owner, id }: WaitingVault, position: number) =>
    String((await owner.call(api.listExecutors, { params: { id } })).json()[position]?.id);
  const reissue = async (vault: WaitingVault) =>
    vault.owner.call(api.reissueCode, { params: { id: vault.id, executorId: await executorOf(vault, 0) } });
  const remove = async (vault: WaitingVault) => {
    const { owner, id } = vault;
    const params = { id, executorId: await executorOf(vault, 1) };
    return owner.call(api.correctExecutor, { params, body: { name: 'New', email: `new-${id}@example.com` } });
  };
  const verbs = {
    press0: (vault: WaitingVault) => press(app, vault, 0),
    press1: (vault: WaitingVault) => press(app, vault, 1),
    object1: (vault: WaitingVault) => object(app, vault, 1),
    stop,
    setWait,
    reissue,
    remove,
    deleteVault: ({ owner, id }: WaitingVault) => owner.call(api.deleteVault, { params: { id } }),
    deleteAccount: ({ owner }: WaitingVault) => owner.call(api.deleteAccount, {}),
    due: async () => {
      await releaseDue(app);
      return { statusCode: 200, body: '' };
    },
  };
  const names = Object.keys(verbs) as (keyof typeof verbs)[];
  const bad: string[] = [];
  for (const [position, one] of names.entries())
    for (const other of names.slice(position)) {
      const vault = await vaultWith(app, { mustAgree: true, waitHours: 24, executors: 2 });
      if (!one.startsWith('press0')) await press(app, vault, 0);
      const calls = Array.from({ length: 16 }, (_, number) => verbs[number % 2 ? one : other](vault));
      for (const [number, result] of (await Promise.allSettled(calls)).entries()) {
        if (result.status === 'rejected') bad.push(`${one}+${other}: ${result.reason}`);
        else if (result.value.statusCode >= 500)
          bad.push(`${one}+${other} ${number}: ${result.value.statusCode} ${result.value.body}`);
      }
    }
  expect(bad).toEqual([]);
});
