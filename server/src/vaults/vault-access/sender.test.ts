// The page and the letters tell the recipient who wrote, when, and who released the vault.
import { api } from '@remembrance/contract/api.ts';
import { ada, another, edda } from '@remembrance/contract/testing/cast.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paidVault, recipientOf, release, signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { FactsOf } from '../../letters/templates/letter-content.ts';
import { renderLetter } from '../../letters/templates/render-letter.ts';
import { releaseDueVaults } from '../release/release-due-vaults.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
const letterhead = { productName: 'Keepsake', supportEmail: 'help@keep.example', publicUrl: 'https://keep.example' };
const newOwner = () => signedIn(app, another(ada, ++people));
const readInvitation = (facts: FactsOf<'recipient-invitation'>) =>
  renderLetter({ kind: 'recipient-invitation', facts }, letterhead).text;

test('the page shows who wrote and when the message last changed; editing other fields keeps the date', {
  tags: 'long',
}, async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner, { planType: 'basic_subscription' });
  const { title, recipientName, recipientEmail } = vault;
  const edit = async (changes: object) => {
    app.clock.pass({ days: 1 });
    await owner.ask(api.proveByPassword, { body: { password: ada.password } });
    const body = { title, recipientName, recipientEmail, ...changes };
    await owner.ask(api.editVault, { params: { id: vault.id }, body });
    return app.clock.now().toISOString();
  };
  const writtenAt = await edit({ message: 'I saw the heron again.' });
  await edit({ title: 'For my Rosa' });
  const { content } = await recipientOf(app, await release(app, vault));
  expect(content.vault).toMatchObject({ ownerName: 'Ada Lindqvist', recipientName, writtenAt, title: 'For my Rosa' });
});

test('every letter to the recipient names the executor who released it, and never the executor\u2019s address', async () => {
  const vault = await release(app, await paidVault(app, await newOwner()));
  const invitation = await app.lastLetter('recipient-invitation', vault.recipientEmail);
  expect(invitation).toMatchObject({ releasedBy: edda.name });
  const text = readInvitation(invitation);
  expect(text).toContain('Edda Moreau has released it to you. Ada Lindqvist named Edda Moreau as executor');
  expect(text).toContain('call Edda Moreau before you open anything, on a number you already have');
  expect(text).toContain('We never ask you for money, a card number, a password');
  expect(text).not.toContain(edda.email);
  app.clock.pass({ days: 181 });
  await app.caller().ask(api.requestFreshLink, { body: { token: vault.token } });
  expect(await app.lastLetter('recipient-fresh-link', vault.recipientEmail)).toMatchObject({ releasedBy: edda.name });
});

test('an executor without a name is not identified by address, and a release by date is described as such', {
  tags: 'long',
}, async () => {
  const nameless = await release(app, await paidVault(app, await newOwner(), { executorName: '' }));
  const unnamed = await app.lastLetter('recipient-invitation', nameless.recipientEmail);
  expect(unnamed).toMatchObject({ releasedBy: '' });
  expect(readInvitation(unnamed)).toContain('Ada Lindqvist trusted an executor to release it');
  expect(readInvitation(unnamed)).not.toMatch(/edda|call {2}/);

  const scheduledReleaseDate = new Date(app.clock.now().getTime() + 86_400_000).toISOString();
  const dated = await paidVault(app, await newOwner(), { scheduledReleaseDate, recipientEmail: 'dated@example.com' });
  app.clock.pass({ days: 2 });
  await releaseDueVaults(app.services, { onFailure: (_, error) => expect.fail(String(error)) });
  const invitation = await app.lastLetter('recipient-invitation', dated.recipientEmail);
  expect(invitation).toMatchObject({ releasedBy: null });
  expect(readInvitation(invitation)).toContain('Ada Lindqvist chose this day for you to receive it');
  expect(readInvitation(invitation)).not.toContain('Edda');
});
