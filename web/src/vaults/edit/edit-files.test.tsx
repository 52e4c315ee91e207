// The files in the edit form: one save uploads new files and sends the order, the captions and the removals; a failure loses none of it.
import { editVault } from '@remembrance/contract/edit-vault.ts';
import { listExecutors } from '@remembrance/contract/executors.ts';
import { listFiles, requestUpload } from '@remembrance/contract/files.ts';
import { listQuestions } from '@remembrance/contract/questions.ts';
import { getVault } from '@remembrance/contract/vaults.ts';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { type FakeUpload, fakeUploads, uploadNumber } from '../../../testing/fake-uploads.ts';
import { field, fill, isAt, openPart, pageText, readyButton } from '../../../testing/on-screen.ts';
import { announces, fakeService, heading, openScreen, shows } from '../../../testing/open-screen.tsx';
import { ada, ben, heron, letterToRosa, picture } from '../../../testing/samples.ts';

const lake = { ...picture, id: 'lake', fileName: 'Lake.jpg' };
const dog = { ...picture, id: 'dog', fileName: 'Dog.jpg' };
let uploads: FakeUpload[];

beforeEach(() => {
  uploads = fakeUploads();
  URL.createObjectURL = vi.fn(() => 'blob:picture');
  URL.revokeObjectURL = vi.fn();
  const service = fakeService();
  service.reply(listExecutors, [ben]);
  service.reply(listFiles, [lake, dog]);
  service.reply(listQuestions, [heron]);
  service.reply(getVault, letterToRosa);
  service.reply(editVault, letterToRosa);
  service.reply(requestUpload, { uploadUrl: '/api/uploads/1', fileId: 'uploaded-1' });
});

async function openForm() {
  const { user } = openScreen(`/vault/${letterToRosa.id}/edit`, { signedIn: ada });
  await heading('Edit Vault');
  await openPart('Vault contents');
  await shows('2 of 5 files');
  return { user, press: (name: string) => user.click(screen.getByRole('button', { name })) };
}
const song = new File(['la la'], 'song.jpg', { type: 'image/jpeg' });
const rowOf = (name: string) => field(`Caption of ${name}`).closest('li')?.textContent;
const edits = () => fakeService().received(editVault);

test('a replaced file, a new order, a caption and a removed file are one save', async () => {
  const { user, press } = await openForm();
  await user.upload(screen.getByLabelText('Replacement for Lake.jpg'), song);
  await shows('song.jpg');
  fill('Caption of song.jpg', 'Us at the lake, 1987');
  expect(rowOf('song.jpg')).toContain('was Lake.jpg');
  await press('More for song.jpg');
  await press('Move down song.jpg');
  await shows('song.jpg is now 2 of 2.');
  await press('More for Dog.jpg');
  await press('Remove Dog.jpg');
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Files' }));
  await user.click(await readyButton('Save'));
  (await uploadNumber(uploads, 1)).answer(204);
  await isAt(`/vault/${letterToRosa.id}`);
  expect(
    fakeService()
      .received(requestUpload)
      .map(({ body }) => body),
  ).toEqual([{ fileName: 'song.jpg', fileType: 'art', mimeType: 'image/jpeg', isPending: true }]);
  expect(edits().map(({ body }) => body)).toEqual([
    {
      version: 1,
      files: [{ id: 'uploaded-1', caption: 'Us at the lake, 1987', transcript: '' }],
      removedFiles: ['lake', 'dog'],
    },
  ]);
});

test('a refused upload saves nothing and names the file; a refused save does not send the file again', async () => {
  const { user } = await openForm();
  await user.upload(screen.getByLabelText('Files', { selector: 'input' }), song);
  await shows('3 of 5 files');
  const save = async () => user.click(await readyButton('Save'));
  await save();
  (await uploadNumber(uploads, 1)).answer(413, 'Payload Too Large');
  await announces('Failed to upload song.jpg: Payload Too Large');
  expect(edits()).toEqual([]);
  expect(pageText()).toContain('3 of 5 files');

  fakeService().fail(editVault);
  await save();
  (await uploadNumber(uploads, 2)).answer(204);
  await announces('Failed to update vault');
  fakeService().reply(editVault, letterToRosa);
  await save();
  await isAt(`/vault/${letterToRosa.id}`);
  expect(uploads).toHaveLength(2);
  expect(edits().at(-1)?.body).toMatchObject({ files: [{ id: 'lake' }, { id: 'dog' }, { id: 'uploaded-1' }] });
});

test('a sixth file and an empty one are refused by name, and a HEIC picture says what the recipient may not see', async () => {
  const { user } = await openForm();
  const more = ['1', '2', '3', '4'].map((name) => new File(['x'], `${name}.heic`, { type: 'image/heic' }));
  await user.upload(screen.getByLabelText('Files', { selector: 'input' }), more);
  await shows('5 of 5 files');
  await shows('“4.heic” was not added: a vault holds at most 5 files.');
  expect(screen.getAllByText(/HEIC format open on some devices/)).toHaveLength(3);
  expect(screen.queryByRole('button', { name: 'Add a JPEG copy' })).toBeNull();
  expect(screen.getAllByText('If you remove a file, you can add a JPEG copy of this one.')).toHaveLength(3);
});

test('if a copy cannot be made, the file stays unchanged', async () => {
  const { user } = await openForm();
  await user.upload(screen.getByLabelText('Files', { selector: 'input' }), [
    new File(['x'], '1.heic', { type: 'image/heic' }),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Add a JPEG copy' }));
  await shows('This browser cannot read the picture');
  expect(pageText()).toContain('1.heic');
  await shows('3 of 5 files');
});

test('the edit form says that a virus scanner reported a file', async () => {
  fakeService().reply(listFiles, [{ ...lake, finding: 'Doc.Dropper.Agent' }, dog]);
  await openForm();
  expect(rowOf('Lake.jpg')).toContain(
    'A virus scanner reported this file as Doc.Dropper.Agent. We keep the file unchanged.',
  );
  expect(rowOf('Dog.jpg')).not.toContain('scanner');
});
