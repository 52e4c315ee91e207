// The create page of a test: opened with a vault that is written or not, files added to it, and its answer from the service.
import { listPlans } from '@remembrance/contract/plans.ts';
import { createVault, getVault, type Vault } from '@remembrance/contract/vaults.ts';
import { fireEvent, screen } from '@testing-library/react';
// The largest page of the app: loaded before a test waits for it.
import '../src/vaults/create/create-vault-page.tsx';
import { clearUnsentWork } from '../src/vaults/create/unsent-work.ts';
import { field, fill, readyButton } from './on-screen.ts';
import { fakeService, heading, type OpenScreen, openScreen } from './open-screen.tsx';
import { ada, letterToRosa, offeredPlans } from './samples.ts';

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
  /** Presses the button that creates the vault. */
  create: () => Promise<void>;
}

/** The draft that the service answers a creation with. */
export const createdDraft: Vault = { ...letterToRosa, paymentStatus: 'unpaid' };

export async function openForm(query = '', { keepsUnsentWork = false } = {}): Promise<CreateForm> {
  if (!keepsUnsentWork) clearUnsentWork();
  fakeService().reply(listPlans, offeredPlans);
  const opened = openScreen(`/create-vault${query}`, { signedIn: ada });
  await heading('Create your vault');
  await screen.findByRole('radio', { name: 'Premium' });
  return { ...opened, create: async () => opened.user.click(await readyButton('Create Vault')) };
}

/** Fills the form with a whole vault, accepted terms included. */
export function writeVault(changes: Partial<Record<FieldLabel | 'Release date', string>> = {}): void {
  for (const [label, value] of Object.entries({ ...written, ...changes })) fill(label, value);
  fireEvent.click(screen.getByRole('checkbox', { name: /I have read and accept/ }));
}

/** The service takes the vault, and answers for it at the checkout as for one that needs no payment. */
export function acceptVault(vault: Vault = createdDraft): void {
  fakeService().reply(createVault, vault);
  fakeService().reply(getVault, { ...vault, paymentStatus: 'paid' });
}

/** Adds files as the picker of the device does. */
export const addFiles = (...files: File[]): boolean => fireEvent.change(field('Files'), { target: { files } });

export const textFile = (name: string, content = 'dear Rosa'): File =>
  new File([content], name, { type: 'text/plain' });

/** Why the vault was not created, as it stands beside the button; empty while nothing is shown there. */
export function failureText(): string {
  const place = screen.getByText('The vault was not created').closest<HTMLElement>('[tabindex]');
  return place?.hidden ? '' : (place?.textContent ?? '');
}
