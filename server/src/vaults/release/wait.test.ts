// The waiting period: an executor's press starts it, the owner is notified and can stop it, and it is released when it is over.
import { api } from '@remembrance/contract/api.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import {
  emailsOf,
  object,
  press,
  releaseDue,
  requestsOf,
  statusOf,
  stop,
  stopToken,
  vaultWith,
  type WaitingVault,
} from '../../../testing/waiting-vaults.ts';
import { letters, vaults } from '../../platform/database/schema.ts';
import { listActs } from '../../records/acts/act-store.ts';
import { remindOfWaits } from './remind-of-waits.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const remind = () => remindOfWaits(app.services);
const sendFirst = () => app.sendLetters();
const dueIn = (hours: number) => new Date(app.clock.now().getTime() + hours * 3_600_000).toISOString();

describe('WAIT-1: a release of a vault with a wait', () => {
  test('is asked for by the press, with its date, and happens when the wait is over, and not earlier', async () => {
    const vault = await vaultWith(app, { waitHours: 168 });
    const dueAt = dueIn(168);
    const pressed = await press(app, vault);
    expect(pressed.statusCode).toBe(200);
    expect(pressed.json()).toEqual({
      vaultId: vault.id,
      release: {
        waitHours: 168,
        mustAgree: false,
        request: expect.objectContaining({ state: 'waiting', isMine: true, dueAt, askedBy: 'Edda Moreau' }),
      },
    });
    await sendFirst();
    app.clock.pass({ days: 7, seconds: -1 });
    await releaseDue(app);
    expect(await statusOf(app, vault)).toBe('active');
    app.clock.pass({ seconds: 1 });
    await releaseDue(app);
    expect(await statusOf(app, vault)).toBe('released');
    const kinds = (await app.lettersTo(vault.recipientEmail)).map(({ kind }) => kind);
    expect(kinds).toContain('recipient-invitation');
    expect(await app.lastLetter('vault-released', vault.owner.email)).toMatchObject({ releasedBy: 'Edda Moreau' });
    expect((await press(app, vault)).json()).toMatchObject({ code: 'already-released' });
    const events = (await listActs(app.database, vault.id)).map(({ event }) => event);
    expect(events.filter((event) => event.startsWith('release-') || event === 'vault-released')).toEqual([
      'release-settings-changed',
      'release-asked',
      'vault-released',
    ]);
  });

  test('changes nothing if it is asked for again, and shows the same date', async () => {
    const vault = await vaultWith(app, { waitHours: 24 });
    const first = (await press(app, vault)).json();
    app.clock.pass({ hours: 2 });
    const answers = await Promise.all(Array.from({ length: 5 }, () => press(app, vault)));
    for (const answer of answers) expect(answer.json()).toEqual(first);
    expect(await requestsOf(app, vault)).toHaveLength(1);
    expect(await emailsOf(app, vault)).toEqual(['executor-wait waiting to edda', 'release-wait started to ada']);
  });

  test('is one of fifty concurrent presses', { tags: 'long' }, async () => {
    const vault = await vaultWith(app, { waitHours: 1 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => press(app, vault)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await requestsOf(app, vault)).toHaveLength(1);
  });

  test('shows the wait to the executor before the press, and a vault without a choice shows nothing', async () => {
    const vault = await vaultWith(app, { waitHours: 72 });
    const summary = await app.caller().ask(api.verifyExecutor, { body: { accessCode: vault.codes[0] ?? '' } });
    expect(summary.release).toEqual({ waitHours: 72, mustAgree: false, request: null });
    const plain = await vaultWith(app, {});
    expect(await app.caller().ask(api.verifyExecutor, { body: { accessCode: plain.code } })).not.toHaveProperty(
      'release',
    );
    expect(await plain.owner.ask(api.getVault, { params: { id: plain.id } })).not.toHaveProperty('release');
  });

  test('does not end before our first email to the owner has left, and a day after that', async () => {
    const vault = await vaultWith(app, { waitHours: 72 });
    await press(app, vault);
    app.clock.pass({ days: 4 });
    await releaseDue(app);
    expect(await statusOf(app, vault)).toBe('active');
    await sendFirst();
    app.clock.pass({ hours: 23 });
    await releaseDue(app);
    expect(await statusOf(app, vault)).toBe('active');
    app.clock.pass({ hours: 1 });
    await releaseDue(app);
    expect(await statusOf(app, vault)).toBe('released');
  });

  test('ends although our first email was given up, because nobody can read it', async () => {
    const vault = await vaultWith(app, { waitHours: 1 });
    await press(app, vault);
    await app.database.update(letters).set({ status: 'failed' }).where(eq(letters.vaultId, vault.id));
    app.clock.pass({ hours: 1 });
    await releaseDue(app);
    expect(await statusOf(app, vault)).toBe('released');
  });

  test('is overtaken by its date', async () => {
    const vault = await vaultWith(app, { waitHours: 720, scheduledReleaseDate: dueIn(24 * 10) });
    await press(app, vault);
    app.clock.pass({ days: 10 });
    await releaseDue(app);
    expect(await statusOf(app, vault)).toBe('released');
    expect(await requestsOf(app, vault)).toMatchObject([{ state: 'ended', endedWhy: 'dated' }]);
    expect(await app.lastLetter('vault-released', vault.owner.email)).toMatchObject({ releasedBy: null });
    app.clock.pass({ days: 30 });
    await releaseDue(app);
    await remind();
    expect(await emailsOf(app, vault)).not.toContain('release-wait day to ada');
  });
});

describe('WAIT-2: the owner is notified at once, half-way and a day before, with the same link', () => {
  test.each([
    [168, ['started', 'halfway', 'day']],
    [24, ['started', 'halfway']],
    [1, ['started']],
  ] as const)('of a wait of %i hours', async (waitHours, stages) => {
    const vault = await vaultWith(app, { waitHours });
    await press(app, vault);
    const links = new Set([await stopToken(app, vault)]);
    for (let hour = 0; hour < waitHours; hour += waitHours / 28) {
      await remind();
      await remind();
      links.add(await stopToken(app, vault));
      app.clock.pass({ minutes: (waitHours / 28) * 60 });
    }
    const notice = (await app.lettersTo(vault.owner.email)).filter(({ kind }) => kind === 'release-wait');
    expect(notice.map(({ facts }) => (facts as { stage: string }).stage)).toEqual(stages);
    expect(links.size).toBe(1);
  });

  test('after a downtime only with the later of two', async () => {
    const vault = await vaultWith(app, { waitHours: 168 });
    await press(app, vault);
    app.clock.pass({ days: 6, hours: 12 });
    await remind();
    await remind();
    expect(await emailsOf(app, vault)).toEqual([
      'executor-wait waiting to edda',
      'release-wait day to ada',
      'release-wait started to ada',
    ]);
  });

  test('at both addresses of an account that has moved, but only the trusted one can stop it', async () => {
    const vault = await vaultWith(app, { waitHours: 24 });
    const { owner } = vault;
    const thief = `thief-${vault.id}@example.com`;
    await owner.ask(api.requestEmailChange, { body: { email: thief } });
    const { link } = await app.lastLetter('email-confirmation', thief);
    await owner.ask(api.confirmEmailChange, { body: { token: new URL(link).hash.slice(1) } });
    await press(app, vault);
    expect(await app.lastLetter('release-wait', owner.email)).toMatchObject({ stops: true });
    const toThief = await app.lastLetter('release-wait', thief);
    expect(toThief).toMatchObject({ stops: false, link: `${app.services.publicUrl}/vault/${vault.id}` });
  });
});

describe('WAIT-3: the owner stops it with one press, and the executors are notified', () => {
  test('by the link without a session; opening it changes nothing, and later it explains itself', async () => {
    const vault = await vaultWith(app, { waitHours: 24 });
    await press(app, vault);
    const body = { token: await stopToken(app, vault) };
    const shown = await app.caller().ask(api.showStoppableRelease, { body });
    expect(shown).toMatchObject({
      state: 'waiting',
      vaultTitle: vault.title,
      askedBy: 'Edda Moreau',
      endedAt: null,
    });
    const answers = await Promise.all(Array.from({ length: 5 }, () => app.caller().ask(api.stopRelease, { body })));
    for (const answer of answers) expect(answer).toMatchObject({ state: 'stopped' });
    expect(await app.caller().ask(api.showStoppableRelease, { body })).toMatchObject({ state: 'stopped' });
    app.clock.pass({ days: 2 });
    await releaseDue(app);
    expect(await statusOf(app, vault)).toBe('active');
    expect(await emailsOf(app, vault)).toEqual([
      'executor-wait stopped to edda',
      'executor-wait waiting to edda',
      'release-wait started to ada',
      'release-wait stopped to ada',
    ]);
    const { release } = await app.caller().ask(api.verifyExecutor, { body: { accessCode: vault.code } });
    expect(release?.request).toMatchObject({ state: 'stopped' });
  });

  test('signed in, without a proof; the executor can ask again, and the earlier link does not stop that', async () => {
    const vault = await vaultWith(app, { waitHours: 24 });
    await press(app, vault);
    const token = await stopToken(app, vault);
    expect(await vault.owner.ask(api.getVault, { params: { id: vault.id } })).toMatchObject({
      releaseRequest: { state: 'waiting', askedBy: 'Edda Moreau' },
    });
    app.clock.pass({ hours: 1 });
    expect((await stop(vault)).json()).toEqual({ stopped: true });
    expect((await stop(vault)).json()).toEqual({ stopped: false });
    expect((await press(app, vault)).json().release.request).toMatchObject({ state: 'waiting' });
    expect(await app.caller().ask(api.stopRelease, { body: { token } })).toMatchObject({ state: 'stopped' });
    expect(await requestsOf(app, vault)).toMatchObject([{ state: 'stopped' }, { state: 'waiting' }]);
    expect(await app.caller().refused(api.stopRelease, { body: { token: 'unknown' } })).toMatchObject({
      code: 'stop-link-unknown',
    });
  });

  test('or not, if it is released at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const vault = await vaultWith(app, { waitHours: 1 });
      await press(app, vault);
      const token = await stopToken(app, vault);
      await sendFirst();
      app.clock.pass({ hours: 1 });
      const [stopped] = await Promise.all([app.caller().ask(api.stopRelease, { body: { token } }), releaseDue(app)]);
      await releaseDue(app);
      expect(stopped.state).toBe((await statusOf(app, vault)) === 'released' ? 'released' : 'stopped');
    }
  });
});

describe('WAIT-4: a request ends', () => {
  const cases: [string, (vault: WaitingVault) => Promise<unknown>, string][] = [
    ['if the executor who asked withdraws it', (vault) => object(app, vault, 0, 'A mistake.'), 'objected'],
    ['if the vault is deleted', ({ owner, id }) => owner.ask(api.deleteVault, { params: { id } }), 'ended'],
    ['if the owner asks to delete the account', ({ owner }) => owner.ask(api.deleteAccount), 'ended'],
    [
      'if the code of the executor who asked is renewed',
      async ({ owner, id }) => {
        const [executor] = await owner.ask(api.listExecutors, { params: { id } });
        await owner.ask(api.reissueCode, { params: { id, executorId: executor?.id ?? '' } });
      },
      'ended',
    ],
    [
      'if the executor who asked is replaced',
      async ({ owner, id }) => {
        const [executor] = await owner.ask(api.listExecutors, { params: { id } });
        const body = { name: 'Nora', email: 'nora@example.com' };
        await owner.ask(api.correctExecutor, { params: { id, executorId: executor?.id ?? '' }, body });
      },
      'ended',
    ],
  ];
  test.each(cases)('%s', async (_, end, state) => {
    const vault = await vaultWith(app, { waitHours: 24 });
    await press(app, vault);
    await end(vault);
    await sendFirst();
    app.clock.pass({ days: 3 });
    await releaseDue(app);
    expect(await requestsOf(app, vault)).toMatchObject([{ state }]);
    expect((await app.lettersTo(vault.recipientEmail)).filter(({ kind }) => kind === 'recipient-invitation')).toEqual(
      [],
    );
  });

  test('but goes on if the owner edits the vault, or its plan ends', async () => {
    const vault = await vaultWith(app, { waitHours: 24 });
    await press(app, vault);
    await vault.owner.ask(api.editVault, { params: { id: vault.id }, body: { title: 'Another title' } });
    await app.database.update(vaults).set({ paymentStatus: 'lapsed' }).where(eq(vaults.id, vault.id));
    await sendFirst();
    app.clock.pass({ days: 1 });
    await releaseDue(app);
    expect(await statusOf(app, vault)).toBe('released');
  });

  test('and is refused once an executor has asked three times in a day, because each time writes to all', async () => {
    const vault = await vaultWith(app, { waitHours: 24 });
    for (let time = 0; time < 3; time++) {
      expect((await press(app, vault)).statusCode).toBe(200);
      await object(app, vault, 0);
    }
    expect((await press(app, vault)).json()).toMatchObject({ code: 'too-many-requests' });
    app.clock.pass({ days: 1 });
    expect((await press(app, vault)).statusCode).toBe(200);
  });
});
