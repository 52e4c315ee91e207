// A file that was changed or moved on the device after it was chosen: its copy is sent instead, or it is refused immediately.
import { requestUpload } from '@remembrance/contract/files.ts';
import { createVault } from '@remembrance/contract/vaults.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { acceptVault, addFiles, openForm, textFile, writeVault } from '../../../testing/create-form.ts';
import { type FakeUpload, fakeUploads, uploadNumber } from '../../../testing/fake-uploads.ts';
import { pageText } from '../../../testing/on-screen.ts';
import { fakeService, shows } from '../../../testing/open-screen.tsx';
import { rememberCopy } from './upload/readable-file.ts';
import { FileNotUploaded, uploadChosenFile } from './upload/upload-chosen-file.ts';
import { UploadFailed, type UploadStep } from './upload/upload-file.ts';

let uploads: FakeUpload[];
beforeEach(() => {
  uploads = fakeUploads();
  vi.stubGlobal('fetch', fakeService().fetch);
  fakeService().reply(requestUpload, { uploadUrl: '/api/uploads/1', fileId: 'file-1' });
});

const letter = (content: string) => new File([content], 'Letter to Rosa.txt', { type: 'text/plain' });

/** A browser refuses to read a file that has changed since it was chosen. */
function gone(file: File): File {
  file.slice = () => ({ arrayBuffer: () => Promise.reject(new DOMException('changed', 'NotReadableError')) }) as Blob;
  return file;
}

function upload(file: File, readCopy?: () => Promise<File>) {
  if (readCopy) rememberCopy(file, readCopy);
  const steps: UploadStep[] = [];
  const chosen = { key: 'file-1', file, mimeType: 'text/plain' };
  const signal = new AbortController().signal;
  const ended = uploadChosenFile({ vaultId: 'v', chosen, signal }, (step) => steps.push(step)).catch(
    (error: unknown) => error,
  );
  return { steps, ended };
}

test('a file that can no longer be read is sent as it was when chosen, and the page says so', async () => {
  const copy = letter('dear Rosa');
  const { steps, ended } = upload(gone(letter('dear Rosa, a new line')), async () => copy);
  const sent = await uploadNumber(uploads, 1);
  expect(sent.sent).toBe(copy);
  sent.progress(3);
  expect(steps.at(-1)).toEqual({ state: 'uploading', sentBytes: 3, isCopy: true });
  sent.answer(204);
  expect(await ended).toBe('file-1');
});

test.each([
  ['there is no copy of it', undefined],
  ['the copy cannot be read either', async () => gone(letter('dear Rosa'))],
])('a file that can no longer be read is refused immediately if %s', async (_, readCopy) => {
  const { steps, ended } = upload(gone(letter('dear Rosa')), readCopy);
  expect(await ended).toEqual(
    new FileNotUploaded(
      'Letter to Rosa.txt',
      new UploadFailed('it was changed or moved on this device after you chose it', 'Please choose the file again.'),
    ),
  );
  expect(uploads).toEqual([]);
  expect(steps.map(({ state }) => state)).not.toContain('connection-lost');
});

test('a file that changes during its upload is sent again from its copy', { tags: 'long' }, async () => {
  const file = letter('dear Rosa');
  const copy = letter('dear Rosa');
  const { ended } = upload(file, async () => copy);
  const first = await uploadNumber(uploads, 1);
  expect(first.sent).toBe(file);
  gone(file);
  first.lose();
  const second = await uploadNumber(uploads, 2);
  expect(second.sent).toBe(copy);
  second.answer(204);
  expect(await ended).toBe('file-1');
});

test('once the owner returns to the page, the form says what is sent for a changed file', async () => {
  const file = textFile('letter.txt');
  await openForm();
  addFiles(file);
  // The simulated browser has no database, so there is no copy.
  await shows('This browser could not store a copy of “letter.txt”.');
  const row = () => within(screen.getByRole('list', { name: 'Files in this vault' })).getByRole('listitem').textContent;
  expect(row()).not.toContain('changed or moved');
  gone(file);
  fireEvent(window, new Event('focus'));
  await waitFor(() =>
    expect(row()).toContain(
      'This file was changed or moved on this device after you chose it. It cannot be sent. Please remove it and choose it again.',
    ),
  );
});

test('the review says what is sent for a changed file', { tags: 'long' }, async () => {
  acceptVault();
  await openForm();
  writeVault();
  addFiles(gone(textFile('letter.txt')));
  await shows('1 of 5 files.');
  fireEvent.click(screen.getByText('Create Vault'));
  await screen.findByText('Review your vault');
  await waitFor(() => expect(pageText()).toContain('It cannot be sent. Please remove it and choose it again.'));
  fireEvent.click(screen.getByRole('button', { name: /^Keep it/ }));
  await shows('Failed to upload letter.txt: it was changed or moved on this device after you chose it');
  expect(fakeService().received(createVault)).toEqual([]);
});
