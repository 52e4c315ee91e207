// What the create form shows when the service refuses a vault, and what it sends after its response was lost.
import { listExecutors } from '@remembrance/contract/executors.ts';
import { listFiles } from '@remembrance/contract/files.ts';
import { showPlaces } from '@remembrance/contract/plans.ts';
import { createVault, listVaults } from '@remembrance/contract/vaults.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { acceptVault, createdVault, failureText, openForm, writeVault } from '../../../testing/create-form.ts';
import { field, fill, isAt, isBusy, readyButton, saidAt, toastText } from '../../../testing/on-screen.ts';
import { announces, fakeService, heading, shows } from '../../../testing/open-screen.tsx';
import { ada, noPlaces } from '../../../testing/samples.ts';
import { browserStore } from '../form/sealed-drafts.ts';

const created = () => fakeService().received(createVault);
const keys = () => created().map(({ headers }) => headers.get('idempotency-key'));

async function openWritten() {
  const opened = await openForm();
  writeVault();
  return opened;
}

const refused = [
  ['plan-limit-reached', 'All vaults of your plan are in use.'],
  [
    'draft-limit-reached',
    'You have 10 unpaid vaults. Please pay for a vault or delete a vault before you create another.',
  ],
  ['letter-limit-reached', 'We cannot send any more emails of this kind today. Please try again tomorrow.'],
  ['busy', 'Many people are using the service right now. Nothing is lost. Please try again in a few seconds.'],
  ['too-many-requests', 'There were too many tries. Please wait a moment and try again.'],
] as const;

test('a refused vault shows the reason next to the button and in a toast, and loses nothing', {
  tags: 'long',
}, async () => {
  const { keep } = await openWritten();
  for (const [code, words] of refused) {
    fakeService().refuse(createVault, code);
    await keep();
    await announces(`Error${words}`);
    await waitFor(() =>
      expect(failureText()).toBe(`The vault was not created${words}Everything you entered is still here.`),
    );
    await waitFor(() => expect(document.activeElement?.textContent).toBe(failureText()));
    expect(field('Security answer 1').value).toBe('Lake Garda');
  }
  expect(created()).toHaveLength(refused.length);
  acceptVault();
  await keep();
  await heading('This vault is active');
});

test('after a refusal the form counts the places again, because another tab may have used one', {
  tags: 'long',
}, async () => {
  const { keep } = await openWritten();
  const reads = () => fakeService().received(showPlaces).length;
  const before = reads();
  const places = { ...noPlaces, plans: noPlaces.plans.map((plan) => ({ ...plan, used: plan.limit })) };
  fakeService().reply(showPlaces, places);
  fakeService().refuse(createVault, 'plan-limit-reached');
  await keep();
  await waitFor(() => expect(reads()).toBe(before + 1));
});

test('an error without a message gets our own', async () => {
  const { keep } = await openWritten();
  fakeService().fail(createVault);
  await keep();
  await announces('ErrorFailed to create vault');
});

test('a field that the service refuses shows the reason at the field, without a toast', async () => {
  const { keep } = await openWritten();
  fakeService().refuse(createVault, 'invalid-input', {
    fields: { recipientEmail: 'Valid email is required', securityAnswer1: 'This answer is easy to guess.' },
  });
  await keep();
  await waitFor(() => expect(saidAt('Security answer 1')).toContain('This answer is easy to guess.'));
  expect(saidAt('Recipient email')).toContain('Valid email is required');
  expect(toastText()).toBe('');
  expect(failureText()).toBe('');
});

test('a session that ended during writing leads to sign-in, and the text is restored afterwards', async () => {
  const { keep, onUnauthorized } = await openWritten();
  fakeService().refuse(createVault, 'unauthorized');
  await keep();
  await waitFor(() => expect(onUnauthorized).toHaveBeenCalled());
  expect(failureText()).toBe('');
  await waitFor(() => expect(browserStore()?.getItem(`vault-draft:${ada.id}`)).toContain('For Rosa'));
});

test('pressing twice creates one vault', { tags: 'long' }, async () => {
  const service = fakeService();
  acceptVault();
  const letGo = service.hold(createVault);
  const { keep, user } = await openWritten();
  await keep();
  const button = screen.getByRole('button', { name: /^Keep it/ });
  expect(isBusy(button)).toBe(true);
  await user.click(button);
  await user.keyboard('{Enter}');
  letGo();
  await heading('This vault is active');
  expect(created()).toHaveLength(1);
});

test('after a lost response or an error the retry uses the same key, and the next vault a new one', {
  tags: 'long',
}, async () => {
  const service = fakeService();
  const { keep } = await openWritten();
  service.disconnect(createVault);
  await keep();
  await announces('The service could not be reached.');
  service.fail(createVault);
  await keep();
  await announces('Failed to create vault');
  service.refuse(createVault, 'draft-limit-reached');
  await keep();
  await announces('You have 10 unpaid vaults.');
  acceptVault();
  await keep();
  await isAt(`/checkout/${createdVault.id}`);
  const [lost, failed, refused, taken] = keys();
  expect(lost).toMatch(/^"[0-9a-f]{32}"$/);
  expect([failed, refused]).toEqual([lost, lost]);
  expect(taken).not.toBe(lost);
});

test('a vault changed after a lost response is not mistaken for the first, and the form says that the first exists', {
  tags: 'long',
}, async () => {
  const service = fakeService();
  const { keep } = await openWritten();
  service.disconnect(createVault);
  await keep();
  await announces('The service could not be reached.');
  fireEvent.click(await readyButton('Go back and change'));
  await readyButton('Create Vault');
  fill('Vault title', 'For Rosa and Ruth');
  service.refuse(createVault, 'repeated-differently');
  await keep();
  await shows('It created a vault from what you had entered then. You can find it on your home page.');
  acceptVault();
  await keep();
  await isAt(`/checkout/${createdVault.id}`);
  const [first, changed, again] = keys();
  expect(changed).toBe(first);
  expect(again).not.toBe(first);
});

test('the form says that a vault using its plan’s free place is already active', { tags: 'long' }, async () => {
  acceptVault({ ...createdVault, paymentStatus: 'paid' });
  fakeService().reply(listVaults, []);
  fakeService().reply(listExecutors, []);
  fakeService().reply(listFiles, []);
  const { keep } = await openWritten();
  await keep();
  await announces('Vault CreatedYour plan includes it, so it is already active.');
  await isAt(`/vault/${createdVault.id}`);
});
