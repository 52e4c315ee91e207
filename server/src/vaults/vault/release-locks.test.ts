// A release that waited for a lock decides by what was committed while it waited.
import { api } from '@remembrance/contract/api.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { waitForLocks } from '../../../testing/wait-for-locks.ts';
import {
  fallSilent,
  press,
  releaseDue,
  requestsOf,
  statusOf,
  vaultWith,
  type WaitingVault,
} from '../../../testing/waiting-vaults.ts';
import { lockUser } from '../../people/users/user-store.ts';
import { executors, vaults } from '../../platform/database/schema.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { minutesLater } from '../../platform/lib/clock.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { pressRelease } from '../release/press-release.ts';
import { lockCodeHolder } from './release-locks.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

/** What a release does that waits for the owner's row while `commits` happens. */
async function overtaken<Outcome>(
  { owner }: WaitingVault,
  release: () => PromiseLike<Outcome>,
  commits: (tx: Transaction) => Promise<unknown>,
): Promise<Outcome> {
  let running: PromiseLike<Outcome> | undefined;
  await app.database.transaction(async (tx) => {
    await lockUser(tx, owner.id);
    running = release();
    running.then(undefined, () => {}); // so that a failure waits for the end of the transaction
    await waitForLocks(app.services.jobDatabase, 1);
    await commits(tx);
  });
  return running ?? expect.unreachable();
}

/** The first executor's press begins a wait. */
async function beginWait(tx: Transaction, { id: vaultId }: WaitingVault): Promise<void> {
  const [first] = await tx.select().from(executors).where(eq(executors.vaultId, vaultId)).orderBy(executors.createdAt);
  const holder = await lockCodeHolder(tx, { vaultId, codeDigest: first?.accessCode ?? '' });
  if (!holder) return expect.unreachable();
  expect(await pressRelease(app.services, tx, holder, app.clock.now())).toEqual({ releasedAt: null });
}

describe('STATE-4: a release that waited for its owner', () => {
  test('by its date ends a request that was opened in between', async () => {
    const scheduledReleaseDate = minutesLater(app.clock.now(), 60).toISOString();
    const vault = await vaultWith(app, { waitHours: 24, scheduledReleaseDate });
    app.clock.pass({ hours: 1 });
    await overtaken(
      vault,
      () => releaseDue(app),
      (tx) => beginWait(tx, vault),
    );
    expect(await statusOf(app, vault)).toBe('released');
    expect(await requestsOf(app, vault)).toMatchObject([{ state: 'ended', endedWhy: 'dated' }]);
  });

  test('by a press does not pass over a wait that was begun in between, although the choice was turned off again', async () => {
    const vault = await vaultWith(app, { executors: 2 });
    const pressed = await overtaken(
      vault,
      () => press(app, vault, 1),
      async (tx) => {
        const setWait = (waitHours: number) => tx.update(vaults).set({ waitHours }).where(eq(vaults.id, vault.id));
        await setWait(24);
        await beginWait(tx, vault);
        await setWait(0);
      },
    );
    expect(pressed.json()).toMatchObject({ release: { request: { state: 'waiting', isMine: false } } });
    expect(await statusOf(app, vault)).toBe('active');
    expect(await requestsOf(app, vault)).toMatchObject([{ state: 'waiting' }]);
  });

  test('after a silence does not happen if the owner signed in in between', async () => {
    const vault = await vaultWith(app, { waitHours: 336 });
    const chosen = { vaultIds: [vault.id], releaseIds: [vault.id] };
    await vault.owner.ask(api.chooseCheckIn, { body: { months: 1, pausedUntil: null, ...chosen, yearly: false } });
    app.clock.pass({ days: 72 });
    await fallSilent(app, vault);
    await app.sendLetters();
    app.clock.pass({ days: 15 });
    await overtaken(
      vault,
      () => releaseDue(app),
      (tx) => recordAct(app.services, tx, { userId: vault.owner.id, actor: 'owner', event: 'signed-in' }),
    );
    expect(await statusOf(app, vault)).toBe('active');
  });
});
