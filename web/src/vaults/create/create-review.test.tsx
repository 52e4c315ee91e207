// The review before a vault is kept: what it shows, that nothing is sent before its button, and where Back leads before and after.
import type { OwnPlaces } from '@remembrance/contract/plans.ts';
import { createVault, listVaults } from '@remembrance/contract/vaults.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { acceptVault, addFiles, createdDraft, openForm, textFile, writeVault } from '../../../testing/create-form.ts';
import { field, isAt, pageText, readyButton } from '../../../testing/on-screen.ts';
import { fakeService, heading, shows } from '../../../testing/open-screen.tsx';
import { noPlaces } from '../../../testing/samples.ts';

const created = () => fakeService().received(createVault);
const withPlaces = (name: string, used: number, freePlace: 'paid' | null): OwnPlaces => ({
  ...noPlaces,
  plans: noPlaces.plans.map((plan) => (plan.name === name ? { ...plan, used, freePlace } : plan)),
});
const freePremium = withPlaces('premium_one_time', 1, 'paid');

beforeEach(() => fakeService().reply(listVaults, []));

test('SCR-640: the vault is shown once more as it was written, and nothing is sent before its button is pressed', async () => {
  acceptVault({ ...createdDraft, paymentStatus: 'paid' });
  const { create, user } = await openForm('', { places: freePremium });
  writeVault({ 'Executor name': 'Ben' });
  addFiles(textFile('letter.txt'));
  await shows('letter.txt');
  await create();
  const review = await screen.findByRole('heading', { name: 'Look it over once more' });
  await waitFor(() => expect(document.activeElement).toBe(review));
  expect(within(screen.getByRole('article')).getByText(/remember the lake/)).toBeDefined();
  for (const words of [
    'For Rosa Lindqvist, rosa@example.com',
    'letter.txt',
    'Where did we learn to swim?',
    'Lake Garda',
  ])
    expect(pageText()).toContain(words);
  expect(pageText()).toContain('We write to Ben at once, with the code that releases the vault.');
  expect(created()).toEqual([]);
  await user.click(await readyButton('Go back and change'));
  await readyButton('Create Vault');
  expect(field('Security answer 1').value).toBe('Lake Garda');
  expect(created()).toEqual([]);
});

test('SCR-642: the device’s Back leads from the review to the form as it was written', async () => {
  const { create } = await openForm();
  writeVault();
  await create();
  await readyButton('Keep this vault, and go on to pay');
  act(() => window.history.back());
  await readyButton('Create Vault');
  expect(window.location.pathname).toBe('/create-vault');
  expect(field('Security answer 1').value).toBe('Lake Garda');
});

test('SCR-642: once a vault is kept, Back leads past its form', async () => {
  window.history.replaceState(null, '', '/pricing');
  window.history.pushState(null, '', '/create-vault');
  acceptVault();
  const before = window.history.length;
  const { keep } = await openForm();
  writeVault();
  await keep();
  await heading('This vault is active');
  await isAt(`/checkout/${createdDraft.id}`);
  expect(window.history.length).toBe(before + 1); // the review's entry, which is ahead
  act(() => window.history.back());
  await isAt('/pricing');
});

test('SCR-644: the seal of the vault is pressed as it is kept, and only then the next page opens', async () => {
  acceptVault();
  const { keep } = await openForm();
  writeVault();
  await keep();
  const seal = await screen.findByLabelText('The seal of this vault');
  expect(seal.dataset.motion).toBe('pressed');
  expect(window.location.pathname).toBe('/create-vault');
  await isAt(`/checkout/${createdDraft.id}`);
});

test('SCR-621: a plan with a free place is chosen, and says that there is nothing to pay', async () => {
  await openForm('', { places: withPlaces('premium_subscription', 1, 'paid') });
  await shows('Plan: Premium Plus, $4.99/month');
  await shows('1 of 2 places used, nothing to pay.');
});

test('SCR-643: a full plan is said before anything is written, leads to one with room, and is not sent', async () => {
  const { create, user } = await openForm('?plan=premium_one_time', {
    places: withPlaces('premium_one_time', 2, null),
  });
  await shows('2 of 2 places used.');
  await shows('Premium has no place for another vault');
  writeVault();
  await create();
  await shows('This plan has no place for another vault. Please choose another.');
  expect(created()).toEqual([]);
  await user.click(await readyButton('Use Premium Plus, $4.99/month'));
  await shows('Plan: Premium Plus, $4.99/month');
  expect(window.location.search).toBe('?plan=premium_subscription');
  await create();
  await readyButton('Keep this vault, and go on to the free month');
});
