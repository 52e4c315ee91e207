// One vault to which everything happens after a backup: a wait that is stopped, a release that is undone, and another whose recipient's address is
// corrected. The restored service ends where the vault had ended.
import { api } from '@remembrance/contract/api.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { vaults } from '../src/platform/database/schema.ts';
import { followUpReleases } from '../src/vaults/release/follow-up.ts';
import { backUp, lift } from '../testing/back-up.ts';
import { recipientOf, signInAgain, tokenOf } from '../testing/people.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { press, releaseDue, requestsOf, stop, vaultWith, type WaitingVault } from '../testing/waiting-vaults.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const rowOf = async ({ id }: WaitingVault) =>
  (await app.database.select().from(vaults).where(eq(vaults.id, id)))[0] ?? expect.unreachable();

async function releaseAfterWait(vault: WaitingVault): Promise<void> {
  await press(app, vault);
  await app.sendLetters();
  app.clock.pass({ days: 1 });
  await releaseDue(app);
}

test('WAIT-6: a wait, a stop, an undo and a correction of one vault are followed, each in its place', async () => {
  const vault = await vaultWith(app, { waitHours: 24 });
  const stopped = await vaultWith(app, { waitHours: 24 });
  const { owner, id, codes } = vault;
  await owner.ask(api.changeDelivery, { params: { id }, body: { followUp: true } });
  await app.sendLetters();
  const restore = await backUp(app);
  for (const one of [vault, stopped]) {
    await press(app, one);
    await stop(one);
  }
  await releaseAfterWait(vault);
  await signInAgain(owner, app);
  await owner.ask(api.undoRelease, { params: { id } });
  await releaseAfterWait(vault);
  app.clock.pass({ days: 10 });
  await followUpReleases(app.services);
  const email = 'right@example.com';
  const body = { accessCode: codes[0] ?? '', email };
  await app.caller().ask(api.correctRecipient, { params: { vaultId: id }, body });
  await app.sendLetters();
  app.clock.pass({ days: 1 });
  await followUpReleases(app.services);
  const token = tokenOf((await app.lastLetter('recipient-invitation', email)).link);
  await app.sendLetters();
  const [row, requests] = [await rowOf(vault), await requestsOf(app, vault)];
  await restore();
  app.clock.pass({ days: 14 });
  await lift(app);
  await releaseDue(app);
  expect(await rowOf(vault)).toMatchObject({
    status: 'released',
    releasedAt: row.releasedAt,
    recipientEmail: email,
    correctionState: 'made',
  });
  expect((await requestsOf(app, vault)).map(({ state }) => state)).toEqual(requests.map(({ state }) => state));
  expect((await rowOf(stopped)).status).toBe('active');
  await recipientOf(app, { token, recipientEmail: email });
});
