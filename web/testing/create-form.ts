// The create page for a test: opens it with or without a filled form, adds files, and sets the service's reply.
import { listPlans, showPlaces } from '@remembrance/contract/plans.ts';
import { createVault, getVault, type Vault } from '@remembrance/contract/vaults.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
// The app's largest page, loaded before a test waits for it.
import '../src/vaults/create/create-vault-page.tsx';
import { clearUnsentWork } from '../src/vaults/create/draft/unsent-work.ts';
import { field, fill, readyButton } from './on-screen.ts';
import { fakeService, heading, type OpenScreen, openScreen } from './open-screen.tsx';
import { ada, letterToRosa, noPlaces, offeredPlans, serviceFacts } from './samples.ts';

export const written = {
  'Vault title': 'For Rosa',
  'Personal message': 'Dear Rosa,\nremember the lake.',
  'Recipient name': 'Rosa Lindqvist',
  'Recipient email': 'rosa@example.com',
  'Security question 1': 'Where did we learn to swim?',
  'Security answer 1': 'Lake Garda',
  'Executor email': 'ben@example.com',
};
export type FieldLabel = keyof typeof written | 'Security question 2' | 'Security answer 2' | 'Executor name';

export interface CreateForm extends OpenScreen {
  /** Presses the button at the end of the form. */
  create: () => Promise<void>;
  /** Continues to the review, unless it is already there, and presses its button. */
  keep: () => Promise<void>;
}

/** The vault that the service returns when it is created. */
export const createdVault: Vault = { ...letterToRosa, paymentStatus: 'unpaid' };

/** The payment script is the service's own, so the checkout need not be reloaded. */
const facts = { ...serviceFacts, payment: { ...serviceFacts.payment, scriptPath: '/sandbox/payments.js' } };

export async function openForm(query = '', { keepsUnsentWork = false, places = noPlaces } = {}): Promise<CreateForm> {
  if (!keepsUnsentWork) clearUnsentWork();
  fakeService().reply(listPlans, offeredPlans);
  fakeService().reply(showPlaces, places);
  const opened = openScreen(`/create-vault${query}`, { signedIn: ada, facts });
  await heading('Create your vault');
  await waitFor(() => expect(fakeService().received(showPlaces)).not.toEqual([]));
  await filesField();
  return { ...opened, create: async () => opened.user.click(await readyButton('Create Vault')), keep: keepVault };
}

// By text: a query by role examines every element of this large page.
export async function keepVault(): Promise<void> {
  if (!screen.queryByText(keepLabel)) fireEvent.click(screen.getByText('Create Vault'));
  fireEvent.click(await screen.findByText(keepLabel));
}
const keepLabel = /^Keep it/;

/** Opens the list of plans, which is collapsed to the chosen plan. */
export const openPlans = async (): Promise<boolean> => fireEvent.click(await readyButton('Change the plan'));

/** Fills the form with a complete vault, accepted terms included. */
export function writeVault(changes: Partial<Record<FieldLabel | 'Release date', string>> = {}): void {
  for (const [label, value] of Object.entries({ ...written, ...changes })) fill(label, value);
  fireEvent.click(screen.getByRole('checkbox', { name: /I have read and accept/ }));
}

/** The service accepts the vault, and reports to the checkout that it needs no payment. */
export function acceptVault(vault: Vault = createdVault): void {
  fakeService().reply(createVault, vault);
  fakeService().reply(getVault, { ...vault, paymentStatus: 'paid' });
}

/** It is loaded after the rest of the form. */
const filesField = (): Promise<HTMLElement> => screen.findByLabelText('Files', { selector: 'input' });

/** Adds files as the device's picker does. */
export const addFiles = (...files: File[]): boolean => fireEvent.change(field('Files'), { target: { files } });

export const textFile = (name: string, content = 'dear Rosa'): File =>
  new File([content], name, { type: 'text/plain' });

/** Why the vault was not created, as shown next to the button; empty if nothing is shown there. */
export function failureText(): string {
  const place = screen.queryByText('The vault was not created')?.closest<HTMLElement>('[tabindex]');
  return place?.hidden ? '' : (place?.textContent ?? '');
}
