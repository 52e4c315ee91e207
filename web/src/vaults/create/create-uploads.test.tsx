// Creating a vault with files: progress, a lost connection, a refusal, a stop, and no incomplete vault left over.
import { listFiles, requestUpload } from '@remembrance/contract/files.ts';
import { createVault, deleteVault } from '@remembrance/contract/vaults.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  acceptVault,
  addFiles,
  createdVault,
  failureText,
  keepVault,
  openForm,
  textFile,
  writeVault,
} from '../../../testing/create-form.ts';
import { type FakeUpload, fakeUploads, uploadNumber } from '../../../testing/fake-uploads.ts';
import { field, fill, isAt, toastText } from '../../../testing/on-screen.ts';
import { announces, fakeService, heading, shows } from '../../../testing/open-screen.tsx';

const lost = 'The connection was lost. The upload continues as soon as you are online again.';
let uploads: FakeUpload[];
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  uploads = fakeUploads();
  acceptVault();
  const service = fakeService();
  service.reply(deleteVault, undefined as never);
  service.reply(listFiles, []);
  let places = 0;
  service.replyWith(requestUpload, () => {
    places += 1;
    return { uploadUrl: `/api/uploads/${places}`, fileId: `file-${places}` };
  });
});

async function createWith(...files: File[]) {
  const opened = await openForm();
  writeVault();
  addFiles(...files);
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^Remove / })).toHaveLength(files.length));
  await keepVault();
  return { ...opened, first: await uploadNumber(uploads, 1) };
}
const rowOf = (name: string) => {
  const list = screen.getByRole('list', { name: 'Files being uploaded' });
  return within(list).getByText(name).closest('li')?.textContent;
};
const wait = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
const created = () => fakeService().received(createVault);
const deleted = () => fakeService().received(deleteVault);
const atCheckout = `/checkout/${createdVault.id}`;

test('the files are announced with the vault and sent in turn, and then the checkout opens', {
  tags: 'long',
}, async () => {
  const { first } = await createWith(textFile('one.txt', '12345678'), new File(['%PDF'], 'two.pdf', { type: '' }));
  expect(created()[0]?.body).toMatchObject({
    uploadedFiles: [
      { fileName: 'one.txt', fileType: 'message', mimeType: 'text/plain', fileSize: '0.00 MB' },
      { fileName: 'two.pdf', fileType: 'message', mimeType: 'application/pdf', fileSize: '0.00 MB' },
    ],
  });
  await waitFor(() =>
    expect(screen.getByRole('heading', { name: 'Uploading your files' })).toBe(document.activeElement),
  );
  expect([first.method, first.url, first.headers]).toEqual(['PUT', '/api/uploads/1', { 'Content-Type': 'text/plain' }]);
  act(() => first.progress(6));
  expect(rowOf('one.txt')).toContain('75 %');
  expect(rowOf('two.pdf')).toContain('Waiting for its turn');
  act(() => first.progress(8));
  expect(rowOf('one.txt')).toContain('99 %');
  first.answer(204);
  await shows('1 of 2 files stored.');
  expect(rowOf('one.txt')).toContain('Stored');
  (await uploadNumber(uploads, 2)).answer(204);
  await isAt(atCheckout);
  expect(deleted()).toEqual([]);
});

test('after a connection returns, the owner has nothing to redo', { tags: 'long' }, async () => {
  const { first } = await createWith(textFile('one.txt'));
  first.lose();
  await waitFor(() => expect(rowOf('one.txt')).toContain(lost));
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(lost);
  await wait(1);
  const again = await uploadNumber(uploads, 2);
  expect(again.url).toBe('/api/uploads/1');
  again.answer(204);
  await isAt(atCheckout);
  expect(fakeService().received(requestUpload)).toHaveLength(1);
  expect(created()).toHaveLength(1);
});

test('an upload waits offline for as long as needed, and continues once online', { tags: 'long' }, async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { first } = await createWith(textFile('one.txt'));
  first.lose();
  await wait(600);
  expect(uploads).toHaveLength(1);
  onLine.mockReturnValue(true);
  fireEvent(window, new Event('online'));
  (await uploadNumber(uploads, 2)).answer(204);
  await isAt(atCheckout);
});

test('a caption written before the vault was created is sent with its file', { tags: 'long' }, async () => {
  await openForm();
  addFiles(textFile('one.txt'), textFile('two.txt'));
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^Remove / })).toHaveLength(2));
  fill('Caption of one.txt', 'Read this first');
  writeVault();
  await keepVault();
  (await uploadNumber(uploads, 1)).answer(204);
  (await uploadNumber(uploads, 2)).answer(204);
  await isAt(atCheckout);
  const sent = fakeService().received(requestUpload);
  expect(sent.map(({ body }) => (body as { caption?: string }).caption)).toEqual(['Read this first', undefined]);
});

test('a transfer that makes no progress for a minute is restarted', { tags: 'long' }, async () => {
  const { first } = await createWith(textFile('one.txt'));
  await wait(40);
  act(() => first.progress(1));
  await wait(40);
  expect(first.isAborted).toBe(false);
  await wait(20);
  expect(first.isAborted).toBe(true);
  (await uploadNumber(uploads, 2)).answer(204);
  await isAt(atCheckout);
});

test('if a file is refused, the form names it, deletes the vault and keeps everything for another try', {
  tags: 'long',
}, async () => {
  const { keep, first } = await createWith(textFile('one.txt'), textFile('two.txt'));
  first.answer(204);
  (await uploadNumber(uploads, 2)).answer(413, 'Payload Too Large');
  await announces('ErrorFailed to upload two.txt: Payload Too Large');
  await waitFor(() => expect(failureText()).not.toBe(''));
  expect(deleted()).toMatchObject([{ params: { id: createdVault.id } }]);
  expect(field('Vault title').value).toBe('For Rosa');
  expect(field('Security answer 1').value).toBe('Lake Garda');
  expect(screen.getAllByRole('button', { name: /^Remove /, hidden: true })).toHaveLength(2);

  await keep();
  (await uploadNumber(uploads, 3)).answer(204);
  (await uploadNumber(uploads, 4)).answer(204);
  await isAt(atCheckout);
  const keys = created().map(({ headers }) => headers.get('idempotency-key'));
  expect(new Set(keys).size).toBe(2);
});

test.each([
  ['storage-full', 'Not stored', 'We could not store the file. Please try again later.'],
  [
    'draft-storage-full',
    'Drafts are full',
    'Please pay for a vault, or remove a file or a draft, before you add more files.',
  ],
] as const)('an upload refused with %s is reported with what the owner can do', async (code, title, advice) => {
  fakeService().refuse(requestUpload, code);
  await openForm();
  writeVault();
  addFiles(textFile('one.txt'));
  await shows('1 of 5 files.');
  await keepVault();
  await announces(`ErrorFailed to upload one.txt: ${title}`);
  await waitFor(() => expect(failureText()).toContain(advice));
  expect(deleted()).toHaveLength(1);
});

test.each([
  {
    what: 'the service keeps failing',
    end: (upload: FakeUpload) => upload.answer(500, 'Internal Server Error'),
    waits: 'The service is having trouble. The upload continues automatically.',
    reason: 'Internal Server Error',
  },
  {
    what: 'the connection keeps breaking',
    end: (upload: FakeUpload) => upload.lose(),
    waits: lost,
    reason: 'the connection was lost',
  },
])('an upload is retried for minutes while $what, then the vault is deleted', async ({ end, waits, reason }) => {
  await createWith(textFile('one.txt'));
  for (let count = 1; count <= 9; count += 1) {
    expect(deleted()).toEqual([]);
    end(await uploadNumber(uploads, count));
    if (count === 1) await waitFor(() => expect(rowOf('one.txt')).toContain(waits));
    await wait(30);
  }
  await waitFor(() => expect(failureText()).toContain(`Failed to upload one.txt: ${reason}`));
  expect(deleted()).toHaveLength(1);
  expect(uploads).toHaveLength(9);
});

test('stopping deletes the vault without an error, and the form is ready to continue', { tags: 'long' }, async () => {
  const { first } = await createWith(textFile('one.txt'), textFile('two.txt'));
  fireEvent.click(screen.getByRole('button', { name: 'Stop and go back' }));
  await waitFor(() => expect(failureText()).toContain('You stopped the upload.'));
  expect(first.isAborted).toBe(true);
  expect(deleted()).toHaveLength(1);
  expect(toastText()).toBe('');
  expect(failureText()).toContain('Everything you entered is still here.');
  expect(document.activeElement?.textContent).toBe(failureText());
});

test('a deletion that got no response is repeated once the device is online again', { tags: 'long' }, async () => {
  const service = fakeService();
  const { first } = await createWith(textFile('one.txt'));
  service.disconnect(deleteVault);
  first.answer(413, 'Payload Too Large');
  await waitFor(() => expect(failureText()).not.toBe(''));
  service.reply(deleteVault, undefined as never);
  fireEvent(window, new Event('online'));
  await waitFor(() => expect(deleted()).toHaveLength(2));
  fireEvent(window, new Event('online'));
  await wait(1);
  expect(deleted()).toHaveLength(2);
});

test('closing the page during an upload deletes its vault, but not once the upload is complete', {
  tags: 'long',
}, async () => {
  const { first } = await createWith(textFile('one.txt'));
  fireEvent(window, new Event('pagehide'));
  await waitFor(() => expect(deleted()).toHaveLength(1));
  first.answer(204);
  await heading('This vault is active');
  fireEvent(window, new Event('pagehide'));
  await wait(1);
  expect(deleted()).toHaveLength(1);
});

test('if the page cannot see what another tab stored, it sends and deletes nothing', async () => {
  fakeService().disconnect(listFiles);
  await openForm();
  writeVault();
  addFiles(textFile('one.txt'));
  await keepVault();
  await waitFor(() => expect(failureText()).toContain('Everything you entered is still here.'));
  expect(uploads).toHaveLength(0);
  expect(deleted()).toEqual([]);
});
