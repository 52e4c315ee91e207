// An undo and what it must not lose: an address that is corrected again after it, and a recipient whose email leaves at the same moment.
import { api } from '@remembrance/contract/api.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recipientOf, release, signInAgain, tokenOf, vaultOfNewPeople } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { waitForLocks } from '../../../testing/wait-for-locks.ts';
import { letters } from '../../platform/database/schema.ts';
import { followUpReleases } from './follow-up.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('DLV-4: after an undo the same address is corrected again, with a link that opens the vault', async () => {
  const vault = await vaultOfNewPeople(app);
  const { owner, id, code, recipientEmail } = vault;
  const email = `right-${recipientEmail}`;
  await owner.ask(api.changeDelivery, { params: { id }, body: { followUp: true } });
  const correctIt = async () => {
    await release(app, { ...vault, recipientEmail });
    app.clock.pass({ days: 10 });
    await followUpReleases(app.services);
    await app.caller().ask(api.correctRecipient, { params: { vaultId: id }, body: { accessCode: code, email } });
    await app.sendLetters();
    app.clock.pass({ days: 1 });
    await followUpReleases(app.services);
    return tokenOf((await app.lastLetter('recipient-invitation', email)).link);
  };
  const first = await correctIt();
  await signInAgain(owner, app);
  await owner.ask(api.undoRelease, { params: { id } });
  await owner.ask(api.editVault, { params: { id }, body: { recipientEmail } });
  const second = await correctIt();
  expect(second).not.toBe(first);
  expect((await app.caller().refused(api.readAccess, { body: { token: first } })).status).toBe(410);
  await recipientOf(app, { token: second, recipientEmail: email });
});

test('UNDO-6: a recipient whose email a sender takes at the moment of the undo is notified of it', async () => {
  const vault = await vaultOfNewPeople(app);
  await release(app, vault);
  const onceKey = `recipient-invitation/${vault.id}`;
  let undoing: Promise<{ isRecipientNotified: boolean }> | undefined;
  await app.database.transaction(async (tx) => {
    await tx.update(letters).set({ status: 'sending' }).where(eq(letters.onceKey, onceKey));
    undoing = vault.owner.ask(api.undoRelease, { params: { id: vault.id } });
    await waitForLocks(app.services.jobDatabase, 1);
  });
  expect(await undoing).toMatchObject({ isRecipientNotified: true });
});
