// Two executors must agree: the first press asks, the second releases or starts the wait, and an objection ends it.
import { api } from '@remembrance/contract/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import {
  emailsOf,
  object,
  press,
  releaseDue,
  requestsOf,
  statusOf,
  vaultWith,
  type WaitingVault,
} from '../../../testing/waiting-vaults.ts';
import { deleteExecutor } from '../executors/executor-store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const seenBy = async ({ codes }: WaitingVault, executor: number) =>
  (await app.caller().ask(api.verifyExecutor, { body: { accessCode: codes[executor] ?? '' } })).release;
const removeExecutor = async ({ id, owner }: WaitingVault, position: number) => {
  const executors = await owner.ask(api.listExecutors, { params: { id } });
  await app.database.transaction((tx) => deleteExecutor(tx, executors[position]?.id ?? ''));
};

describe('AGREE-1: of a vault whose executors must agree', () => {
  test('the first press asks, more presses of the same executor change nothing, and the second executor releases', async () => {
    const vault = await vaultWith(app, { mustAgree: true, executors: 3 });
    const first = await press(app, vault);
    expect(first.json().release.request).toMatchObject({ state: 'asked', isMine: true });
    app.clock.pass({ days: 1 });
    for (let again = 0; again < 2; again++) expect((await press(app, vault)).json()).toEqual(first.json());
    expect(await statusOf(app, vault)).toBe('active');
    expect(await seenBy(vault, 1)).toMatchObject({
      mustAgree: true,
      request: { state: 'asked', isMine: false, askedBy: 'Edda Moreau', agreedBy: null },
    });
    const second = await press(app, vault, 1);
    expect(second.json()).toEqual({ vaultId: vault.id, releasedAt: app.clock.now().toISOString() });
    expect(await statusOf(app, vault)).toBe('released');
    expect((await press(app, vault, 2)).json()).toMatchObject({ code: 'already-released' });
    expect(await emailsOf(app, vault)).toEqual([
      'executor-wait asked to edda',
      'executor-wait asked to otto',
      'executor-wait asked to otto',
      'release-wait asked to ada',
    ]);
    expect(await requestsOf(app, vault)).toMatchObject([{ state: 'released', agreedByName: 'Otto B' }]);
  });

  test('the second executor starts the wait, if the owner chose one too', async () => {
    const vault = await vaultWith(app, { mustAgree: true, waitHours: 24 });
    await press(app, vault);
    app.clock.pass({ days: 3 });
    const dueAt = new Date(app.clock.now().getTime() + 86_400_000).toISOString();
    const agreed = await press(app, vault, 1);
    expect(agreed.json().release.request).toMatchObject({ state: 'waiting', agreedBy: 'Otto B', isMine: false, dueAt });
    await app.sendLetters();
    app.clock.pass({ days: 1 });
    await releaseDue(app);
    expect(await statusOf(app, vault)).toBe('released');
    expect(await app.lastLetter('recipient-invitation', vault.recipientEmail)).toMatchObject({
      releasedBy: 'Edda Moreau',
    });
  });

  test('exactly one of many concurrent presses of both asks, and exactly one releases', async () => {
    for (let round = 0; round < 3; round++) {
      const vault = await vaultWith(app, { mustAgree: true });
      const presses = Array.from({ length: 10 }, (_, number) => press(app, vault, number % 2));
      const answers = (await Promise.all(presses)).map((answer) => answer.json());
      expect(answers.filter(({ releasedAt, code }) => releasedAt && !code)).toHaveLength(1);
      expect(await requestsOf(app, vault)).toHaveLength(1);
      expect(await statusOf(app, vault)).toBe('released');
    }
  });

  test('the request lapses after fourteen days, everybody is notified, and the first executor may ask again', async () => {
    const vault = await vaultWith(app, { mustAgree: true });
    await press(app, vault);
    app.clock.pass({ days: 14, seconds: -1 });
    await releaseDue(app);
    expect(await requestsOf(app, vault)).toMatchObject([{ state: 'asked' }]);
    app.clock.pass({ seconds: 1 });
    await releaseDue(app);
    expect(await requestsOf(app, vault)).toMatchObject([{ state: 'lapsed' }]);
    expect(await emailsOf(app, vault)).toEqual(
      expect.arrayContaining([
        'executor-wait lapsed to edda',
        'executor-wait lapsed to otto',
        'release-wait lapsed to ada',
      ]),
    );
    await press(app, vault);
    await press(app, vault, 1);
    expect(await statusOf(app, vault)).toBe('released');
  });
});

test('a request that ended before a release is shown to nobody once that release is undone', async () => {
  const vault = await vaultWith(app, { mustAgree: true });
  await press(app, vault);
  await object(app, vault, 1);
  expect(await seenBy(vault, 0)).toMatchObject({ request: { state: 'objected' } });
  app.clock.pass({ minutes: 1 });
  await press(app, vault);
  await press(app, vault, 1);
  await vault.owner.ask(api.undoRelease, { params: { id: vault.id } });
  expect(await seenBy(vault, 0)).toMatchObject({ request: null });
});

describe('AGREE-2: an objection', () => {
  test.each([
    ['ends a request', 0 as const],
    ['ends a wait', 24 as const],
  ])('%s, notifies everybody with its reason, and releases nothing', async (_, waitHours) => {
    const vault = await vaultWith(app, { mustAgree: true, waitHours, executors: 3 });
    await press(app, vault);
    if (waitHours) await press(app, vault, 1);
    const objected = await object(app, vault, 2, 'I saw her yesterday.');
    expect(objected.json().release.request).toMatchObject({
      state: 'objected',
      endedBy: 'Otto C',
      reason: 'I saw her yesterday.',
    });
    expect((await object(app, vault, 1)).json()).toMatchObject({ code: 'no-open-request' });
    expect(await app.lastLetter('release-wait-ended', vault.owner.email)).toMatchObject({
      why: 'objected',
      endedBy: 'Otto C',
      reason: 'I saw her yesterday.',
    });
    for (const email of vault.emails)
      expect(await app.lastLetter('executor-wait', email)).toMatchObject({ notice: 'objected', endedBy: 'Otto C' });
    await app.sendLetters();
    app.clock.pass({ days: 20 });
    await releaseDue(app);
    expect(await statusOf(app, vault)).toBe('active');
  });

  test('with a link or a text that is too long is refused, and so is one by a wrong code', async () => {
    const vault = await vaultWith(app, { mustAgree: true });
    await press(app, vault);
    for (const reason of ['see http://evil.example', 'x'.repeat(501), '\u0000'])
      expect((await object(app, vault, 1, reason)).json()).toMatchObject({ code: 'invalid-input' });
    expect((await object(app, { ...vault, codes: ['', 'AAAAA'] }, 1)).json()).toMatchObject({
      code: 'access-code-refused',
    });
    const other = await vaultWith(app, { mustAgree: true });
    expect((await object(app, { ...vault, codes: other.codes }, 1)).json()).toMatchObject({
      code: 'access-code-refused',
    });
    expect((await object(app, { ...vault, id: 'no-id' }, 1)).json()).toMatchObject({ code: 'access-code-refused' });
    expect(await requestsOf(app, vault)).toMatchObject([{ state: 'asked' }]);
  });

  test('to a wait without the second choice is refused: only who asked can withdraw it', async () => {
    const vault = await vaultWith(app, { waitHours: 24, executors: 2 });
    await press(app, vault);
    expect((await object(app, vault, 1)).json()).toMatchObject({ code: 'no-open-request' });
    expect((await object(app, vault, 0)).json().release.request).toMatchObject({
      state: 'objected',
      endedBy: 'Edda Moreau',
    });
  });

  test('and an agreement at the same moment end legally', async () => {
    for (let round = 0; round < 5; round++) {
      const vault = await vaultWith(app, { mustAgree: true, executors: 3 });
      await press(app, vault);
      const [agreed, objected] = await Promise.all([press(app, vault, 1), object(app, vault, 2)]);
      const isReleased = (await statusOf(app, vault)) === 'released';
      if (isReleased) expect(objected.statusCode).toBe(409);
      else expect([objected.statusCode, agreed.json().release.request.state]).toEqual([200, 'asked']);
      const [first] = await requestsOf(app, vault);
      expect(first?.state).toBe(isReleased ? 'released' : 'objected');
    }
  });
});

describe('AGREE-3: the choice never keeps a vault from being released', () => {
  test('if one executor is left, their press is enough, also after they have asked', async () => {
    const vault = await vaultWith(app, { mustAgree: true });
    await press(app, vault);
    await removeExecutor(vault, 1);
    expect(await seenBy(vault, 0)).toMatchObject({ mustAgree: false });
    expect((await press(app, vault)).json()).toHaveProperty('releasedAt');
    expect(await requestsOf(app, vault)).toMatchObject([{ state: 'released', agreedBy: null }]);
  });

  test('an agreement does not count once its code is withdrawn', async () => {
    const vault = await vaultWith(app, { mustAgree: true, waitHours: 24, executors: 3 });
    await press(app, vault);
    await press(app, vault, 1);
    const { owner, id } = vault;
    const [, second] = await owner.ask(api.listExecutors, { params: { id } });
    await owner.ask(api.reissueCode, { params: { id, executorId: second?.id ?? '' } });
    expect(await app.lastLetter('executor-wait', vault.emails[0] ?? '')).toMatchObject({ notice: 'code-withdrawn' });
    expect(await app.lastLetter('release-wait-ended', owner.email)).toMatchObject({ why: 'code-withdrawn' });
    await app.sendLetters();
    app.clock.pass({ days: 2 });
    await releaseDue(app);
    expect(await statusOf(app, vault)).toBe('active');
    expect(await requestsOf(app, vault)).toMatchObject([{ state: 'ended', endedWhy: 'code-withdrawn' }]);
  });

  test('it needs a second executor, and is kept if one of them is removed later', async () => {
    const vault = await vaultWith(app, {});
    const was = { waitHours: 0, mustAgree: false } as const;
    const body = { waitHours: 0, mustAgree: true, was } as const;
    expect(await vault.owner.refused(api.changeReleaseSettings, { params: { id: vault.id }, body })).toMatchObject({
      code: 'two-executors-needed',
    });
  });
});
