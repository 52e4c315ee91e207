// “Write one for someone else”: the dialog on a vault's page, the form that starts from the copy, and what is sent.
import { getDraftKeys } from '@remembrance/contract/account.ts';
import { addExecutor, listExecutors } from '@remembrance/contract/executors.ts';
import { copyFile } from '@remembrance/contract/file-copies.ts';
import { listFiles } from '@remembrance/contract/files.ts';
import type { OwnPlaces } from '@remembrance/contract/plans.ts';
import { listPlans, showPlaces } from '@remembrance/contract/plans.ts';
import { createVault, getVault, listVaults, type Vault } from '@remembrance/contract/vaults.ts';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { addFiles, createdVault, keepVault, openForm } from '../../../testing/create-form.ts';
import { field, fill, isDisabled, pageText, readyButton } from '../../../testing/on-screen.ts';
import { fakeService, heading, openScreen, sentTo, shows } from '../../../testing/open-screen.tsx';
import { ada, ben, draftKey, letterToRosa, noPlaces, offeredPlans, picture } from '../../../testing/samples.ts';
import { watchLeaving } from '../../../testing/watch-leaving.ts';
import { copiedFile } from '../files/upload/copied-file.ts';

const song = {
  ...picture,
  id: 'f2',
  fileName: 'Song.mp3',
  fileType: 'music',
  mimeType: 'audio/mpeg',
  caption: '',
} as const;
const atHome = { email: 'emil@example.com', secondEmail: 'emil@home.example.com' };
const emil = { ...ben, id: 'e2', name: 'Emil', ...atHome, note: 'The blue tin.' };

const source = { vaultId: letterToRosa.id, fileId: picture.id, sizeBytes: picture.sizeBytes };

beforeEach(() => {
  const service = fakeService();
  service.reply(getDraftKeys, { keys: [draftKey] });
  service.reply(listPlans, offeredPlans);
  service.reply(listVaults, []);
  service.reply(listFiles, [{ ...picture, caption: 'Us at the lake' }, song]);
  service.reply(listExecutors, [{ ...ben, secondEmail: 'ben@work.example.com', note: 'Be kind.' }, emil]);
});

async function openDialog(places: OwnPlaces = noPlaces, changes: Partial<Vault> = {}) {
  fakeService().reply(showPlaces, places);
  fakeService().reply(getVault, { ...letterToRosa, ...changes });
  const left = watchLeaving();
  const { user } = openScreen(`/vault/${letterToRosa.id}`, { signedIn: ada });
  await heading(letterToRosa.title);
  await user.click(await readyButton('Write one for someone else'));
  await shows('this vault stays as it is');
  return { user, left };
}

test.each([{}, { status: 'released', releasedAt: '2026-04-02T14:30:00.000Z' } as const])(
  'COPY-3: a copy starts a new draft with title, message and executors, and without recipient and questions (%j)',
  async (changes) => {
    const { user, left } = await openDialog(noPlaces, changes);
    await shows('Which files should be copied?');
    // The simulated browser has no database for files; the journey copies them.
    for (const box of screen.getAllByRole('checkbox')) await user.click(box);
    await user.click(await readyButton('Start writing'));
    await vi.waitFor(() => expect(left).toEqual([`/create-vault?plan=${letterToRosa.planType}`]));
    cleanup();
    await openForm(`?plan=${letterToRosa.planType}`);
    await shows('Your copy is ready');
    expect(field('Vault title').value).toBe(letterToRosa.title);
    expect(field('Personal message').value).toBe(letterToRosa.message);
    expect(field('Executor email').value).toBe(ben.email);
    for (const label of ['Recipient name', 'Recipient email', 'Security question 1', 'Security answer 1'])
      expect(field(label).value).toBe('');
    await shows('Emil, emil@example.com');
    await shows('They get new codes for this vault, and the notes you wrote for them.');
    const copied = copiedFile(picture.fileName, { type: picture.mimeType }, source);
    addFiles(copied);
    const service = fakeService();
    service.reply(createVault, createdVault);
    service.reply(listFiles, []);
    service.reply(copyFile, { fileId: 'copy-1' });
    for (const [label, text] of [
      ['Recipient name', 'Nora'],
      ['Recipient email', 'nora@example.com'],
      ['Security question 1', 'Where did we learn to swim?'],
      ['Security answer 1', 'Lake Garda'],
    ] as const)
      fill(label, text);
    fireEvent.click(screen.getByRole('checkbox', { name: /I have read and accept/ }));
    await keepVault();
    await vi.waitFor(() => expect(sentTo(copyFile)).toHaveLength(1));
    expect(sentTo(createVault)).toMatchObject([
      {
        recipientName: 'Nora',
        executorEmail: ben.email,
        executorSecondEmail: 'ben@work.example.com',
        executorNote: 'Be kind.',
        moreExecutors: [{ name: 'Emil', ...atHome, note: 'The blue tin.' }],
        uploadedFiles: [{ fileName: picture.fileName, fileSize: '1.25 MB' }],
      },
    ]);
    expect(sentTo(copyFile)).toEqual([{ fromVaultId: letterToRosa.id, fileId: picture.id, caption: '' }]);
    expect(sentTo(addExecutor)).toEqual([]);
  },
);

const full = (free: string): OwnPlaces => ({
  ...noPlaces,
  plans: noPlaces.plans.map((plan) => ({ ...plan, used: plan.name === free ? 0 : plan.limit })),
});

test('a full plan is named before anything is copied, with the plan that has room', async () => {
  const { user, left } = await openDialog(full('premium_subscription'));
  await shows('has no room for another vault');
  expect(pageText()).toContain('Premium Plus, $4.99/month, has room.');
  for (const box of screen.getAllByRole('checkbox')) await user.click(box);
  await user.click(await readyButton('Start writing'));
  await vi.waitFor(() => expect(left).toEqual(['/create-vault?plan=premium_subscription']));
});

test('without room on any plan the dialog says how to make room', async () => {
  await openDialog(full('none'));
  await shows('To make room, delete a vault that is not released.');
});

test('a browser that stores nothing keeps the owner on the page and says why', async () => {
  const { user, left } = await openDialog();
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('SecurityError');
  });
  await user.click(await readyButton('Start writing'));
  await shows('This browser stores nothing for this page');
  expect(left).toEqual([]);
  vi.restoreAllMocks();
});

test('a damaged file cannot be chosen, and a draft has no copy button', async () => {
  fakeService().reply(listFiles, [{ ...picture, isDamaged: true }]);
  await openDialog();
  await shows('It is damaged, so it cannot be copied.');
  expect(isDisabled('Start writing')).toBe(false);
  cleanup();
  fakeService().reply(getVault, { ...letterToRosa, paymentStatus: 'unpaid' });
  openScreen(`/vault/${letterToRosa.id}`, { signedIn: ada });
  await heading(letterToRosa.title);
  expect(screen.queryByText('Write one for someone else')).toBeNull();
});
