// A restore and what happens before a release: a restored service follows each request, stop, objection and agreement that its backup does
// not know, and forgets no choice.
import { api } from '@remembrance/contract/api.ts';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { letters, vaults } from '../src/platform/database/schema.ts';
import { writeJournal } from '../src/records/journal/journal-writer.ts';
import { runCheckIns } from '../src/vaults/check-in/run-check-ins.ts';
import { backUp as backUpRows, lift } from '../testing/back-up.ts';
import { otherBrowser } from '../testing/people.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import {
  emailsOf,
  fallSilent,
  object,
  press,
  releaseDue,
  requestsOf,
  showUp,
  statusOf,
  stop,
  vaultWith,
  type WaitingVault,
} from '../testing/waiting-vaults.ts';

let app: TestApp;
beforeEach(async () => {
  app = await openTestApp();
});
afterEach(() => app.close());

/** A backup and its restore. All emails of the time have left before each. */
async function backUp(daysOnHold = 0): Promise<() => Promise<void>> {
  await app.sendLetters();
  const restore = await backUpRows(app);
  app.clock.pass({ minutes: 1 });
  return async () => {
    await app.sendLetters();
    await restore();
    app.clock.pass({ days: daysOnHold });
    await lift(app);
  };
}

describe('WAIT-6: a restore of a backup from before', () => {
  test('a wait continues it, releases at its end, and repeats no email', async () => {
    const vault = await vaultWith(app, { waitHours: 24 });
    const restore = await backUp();
    await press(app, vault);
    const [before] = await requestsOf(app, vault);
    await restore();
    expect(await requestsOf(app, vault)).toEqual([before]);
    // The journal knows no address of an email.
    expect(await emailsOf(app, vault)).toEqual(['executor-wait waiting to ', 'release-wait started to ']);
    const queued = (await app.database.select().from(letters)).filter(({ status }) => status === 'queued');
    expect(queued.map(({ kind }) => kind).filter((kind) => kind.includes('wait'))).toEqual([]);
    app.clock.pass({ days: 1 });
    await releaseDue(app);
    expect(await statusOf(app, vault)).toBe('released');
  });

  test('a wait gives the owner a day after a hold in which nobody could stop it', async () => {
    const vault = await vaultWith(app, { waitHours: 24 });
    await press(app, vault);
    const other = await vaultWith(app, { waitHours: 24 });
    const restore = await backUp(3);
    await press(app, other); // the journal goes on
    await restore();
    await releaseDue(app);
    expect(await statusOf(app, vault)).toBe('active');
    expect((await press(app, vault)).json().release.request).toMatchObject({
      dueAt: new Date(app.clock.now().getTime() + 86_400_000).toISOString(),
    });
    app.clock.pass({ days: 1 });
    await releaseDue(app);
    expect(await statusOf(app, vault)).toBe('released');
  });

  test('a wait whose emails were lost writes them again, and waits for them', async () => {
    const vault = await vaultWith(app, { waitHours: 24 });
    const restore = await backUp();
    await press(app, vault);
    await writeJournal(app.services);
    await app.database.delete(letters).where(eq(letters.kind, 'release-wait')); // not sent before the disaster
    await restore();
    expect(await app.lastLetter('release-wait', vault.owner.email)).toMatchObject({ stage: 'started' });
    app.clock.pass({ days: 1 });
    await releaseDue(app);
    expect(await statusOf(app, vault)).toBe('active');
  });

  test.each([
    ['a stop', (vault: WaitingVault) => stop(vault), 'stopped'],
    ['an objection', (vault: WaitingVault) => object(app, vault, 1, 'I saw her.'), 'objected'],
  ] as const)('%s never releases the vault, and its reason and its link are there', async (_, end, state) => {
    const vault = await vaultWith(app, { waitHours: 24, mustAgree: true });
    await press(app, vault);
    await press(app, vault, 1);
    const restore = await backUp();
    await end(vault);
    const before = await requestsOf(app, vault);
    await restore();
    expect(await requestsOf(app, vault)).toEqual(before);
    expect(before).toMatchObject([{ state }]);
    app.clock.pass({ days: 3 });
    await releaseDue(app);
    expect(await statusOf(app, vault)).toBe('active');
  });

  test('an agreement starts its wait, and one that released is released again', async () => {
    const waits = await vaultWith(app, { waitHours: 24, mustAgree: true });
    const released = await vaultWith(app, { mustAgree: true });
    await press(app, waits);
    await press(app, released);
    const restore = await backUp();
    await press(app, waits, 1);
    await press(app, released, 1);
    await restore();
    expect(await requestsOf(app, waits)).toMatchObject([{ state: 'waiting', agreedByName: 'Otto B' }]);
    expect(await requestsOf(app, released)).toMatchObject([{ state: 'released' }]);
    expect(await statusOf(app, released)).toBe('released');
  });

  test('a second request keeps the first one ended', async () => {
    const vault = await vaultWith(app, { waitHours: 24 });
    await press(app, vault);
    const restore = await backUp();
    await stop(vault);
    app.clock.pass({ minutes: 1 });
    await press(app, vault);
    await restore();
    expect(await requestsOf(app, vault)).toMatchObject([{ state: 'stopped' }, { state: 'waiting' }]);
  });

  test('a choice keeps it', async () => {
    const vault = await vaultWith(app, {});
    const restore = await backUp();
    const body = { waitHours: 168, mustAgree: false, was: { waitHours: 0, mustAgree: false } } as const;
    await vault.owner.ask(api.changeReleaseSettings, { params: { id: vault.id }, body });
    await restore();
    expect((await press(app, vault)).json().release.request).toMatchObject({ state: 'waiting' });
  });
});

describe('SILENCE-5: a restore of a backup from before', () => {
  const chosen = async (releases: boolean, waitHours: 336 | 72 = 336) => {
    const vault = await vaultWith(app, { waitHours });
    if (releases) await choose(vault);
    return vault;
  };
  const choose = ({ owner, id }: WaitingVault, releaseIds = [id]) =>
    owner.ask(api.chooseCheckIn, { body: { months: 1, pausedUntil: null, vaultIds: [id], releaseIds, yearly: false } });
  const choiceOf = async ({ id }: WaitingVault) =>
    (await app.database.select().from(vaults).where(eq(vaults.id, id)))[0]?.checkIn;

  test('a silence continues its wait, which a sign of the owner ends although no round is known', async () => {
    const vault = await chosen(true);
    const restore = await backUp();
    await fallSilent(app, vault);
    const before = await requestsOf(app, vault);
    await restore();
    expect(await requestsOf(app, vault)).toEqual(before);
    expect(before).toMatchObject([{ state: 'waiting', bySilence: true, askedBy: null }]);
    await releaseDue(app);
    expect(await requestsOf(app, vault)).toMatchObject([{ state: 'waiting' }]);
    app.clock.pass({ days: 1 });
    await otherBrowser(app, vault.owner);
    await runCheckIns(app.services);
    expect(await requestsOf(app, vault)).toMatchObject([{ state: 'stopped', endedWhy: 'answered' }]);
  });

  test('a silence without a sign of the owner since releases the vault again, and says by what', async () => {
    const vault = await chosen(true);
    await fallSilent(app, vault);
    const restore = await backUp();
    app.clock.pass({ days: 15 });
    await releaseDue(app);
    expect(await statusOf(app, vault)).toBe('released');
    await writeJournal(app.services);
    await app.database.delete(letters).where(eq(letters.kind, 'recipient-invitation')); // not sent before the disaster
    await restore();
    expect(await statusOf(app, vault)).toBe('released');
    expect(await app.lastLetter('recipient-invitation', vault.recipientEmail)).toMatchObject({ bySilence: true });
  });

  test('an answer never releases the vault', async () => {
    const vault = await chosen(true);
    await fallSilent(app, vault);
    const restore = await backUp();
    await showUp(app, vault);
    await restore();
    expect(await requestsOf(app, vault)).toMatchObject([{ state: 'stopped', endedWhy: 'answered' }]);
    app.clock.pass({ days: 20 });
    await releaseDue(app);
    expect(await statusOf(app, vault)).toBe('active');
  });

  test('a choice keeps it, and one that was turned off by a shorter wait stays off', async () => {
    const vault = await chosen(false);
    const other = await chosen(true);
    const restore = await backUp();
    await choose(vault);
    const body = { waitHours: 72, mustAgree: false, was: { waitHours: 336, mustAgree: false } } as const;
    await other.owner.ask(api.changeReleaseSettings, { params: { id: other.id }, body });
    await restore();
    expect([await choiceOf(vault), await choiceOf(other)]).toEqual(['release', 'ask-executors']);
  });
});
