// The files of a new vault before upload: chosen, dropped, refused by name, and removed.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { addFiles, openForm, textFile } from '../../../testing/create-form.ts';
import { field, fill, isDisabled, pageText } from '../../../testing/on-screen.ts';
import { shows } from '../../../testing/open-screen.tsx';

const rows = () => {
  const list = screen.queryByRole('list', { name: 'Files in this vault' });
  return list
    ? within(list)
        .getAllByRole('listitem')
        .map(({ firstElementChild }) => firstElementChild?.textContent)
    : [];
};
const hasFiles = (count: number) => waitFor(() => expect(rows()).toHaveLength(count));
const dropArea = () => field('Files').parentElement as HTMLElement;
/** A file that reports a size without holding that many bytes. */
const sized = (file: File, size: number) => Object.defineProperty(file, 'size', { value: size });

test('each file is listed with its kind, its name and its size', async () => {
  await openForm();
  addFiles(
    textFile('letter.txt'),
    sized(new File(['x'], 'Lake in June.jpg', { type: 'image/jpeg' }), 1.25 * 1024 * 1024),
    new File(['x'], 'Wiegenlied 👶🏽.mp3', { type: 'audio/mpeg' }),
    new File(['x'], 'תמונה.docx', { type: '' }),
    new File(['x'], 'film.webm', { type: 'video/webm' }),
  );
  await hasFiles(5);
  expect(rows()).toEqual([
    'letter.txtMessageunder 0.01 MB',
    'Lake in June.jpgArt1.25 MB',
    'Wiegenlied 👶🏽.mp3Musicunder 0.01 MB',
    'תמונה.docxDocumentunder 0.01 MB',
    'film.webmVideounder 0.01 MB',
  ]);
  expect(pageText()).toContain('5 of 5 files.');
});

test('the list shows a small preview of a picture, and each file takes a caption where it was chosen', async () => {
  URL.createObjectURL = vi.fn(() => 'blob:lake');
  URL.revokeObjectURL = vi.fn();
  await openForm();
  addFiles(new File(['x'], 'Lake.jpg', { type: 'image/jpeg' }));
  await hasFiles(1);
  const [row] = screen.getByRole('list', { name: 'Files in this vault' }).children;
  await waitFor(() => expect(row?.querySelector('img')?.src).toBe('blob:lake'));
  fill('Caption of Lake.jpg', 'Us at the lake, 1987');
  expect(field('Caption of Lake.jpg').value).toBe('Us at the lake, 1987');
});

test('a vault takes five files and refuses the sixth by name until one is removed', async () => {
  const { user } = await openForm();
  addFiles(...['one', 'two', 'three', 'four', 'five', 'six'].map((name) => textFile(`${name}.txt`)));
  await hasFiles(5);
  await shows('“six.txt” was not added: a vault holds at most 5 files.');
  expect(isDisabled('Record audio')).toBe(true);
  expect(pageText()).toContain('All 5 files are added. Remove one to add another.');
  expect(pageText()).not.toContain('choose from your device');
  await user.click(screen.getByRole('button', { name: 'Remove two.txt' }));
  await hasFiles(4);
  expect(pageText()).not.toContain('was not added');
  expect(isDisabled('Record audio')).toBe(false);
  addFiles(textFile('six.txt'));
  await hasFiles(5);
  expect(rows().at(-1)).toContain('six.txt');
});

test('an empty file is refused by name, and an unusual one has a note that not every device opens it', async () => {
  await openForm();
  addFiles(textFile('nothing.txt', ''), new File(['MZ'], 'setup.exe', { type: 'application/x-msdownload' }));
  await shows('“nothing.txt” was not added: it is empty.');
  await hasFiles(1);
  expect(rows()[0]).toMatch(/^setup\.exeDocument/);
  await shows('Files of this kind open on some devices but not on others.');
});

test('files can be dropped, and a refused file is named and announced', async () => {
  await openForm();
  const files = [
    textFile('letter.txt'),
    textFile('letter.html', ''),
    sized(new File(['x'], 'film.mp4', { type: 'video/mp4' }), 600 * 1024 * 1024),
  ];
  const area = dropArea();
  const items = files.map((file) => ({ kind: 'file', type: file.type, getAsFile: () => file }));
  const dataTransfer = { files, items, types: ['Files'] };
  fireEvent.dragEnter(area, { dataTransfer });
  await shows('Drop the files here');
  fireEvent.drop(area, { dataTransfer });
  await hasFiles(1);
  expect(rows()).toEqual(['letter.txtMessageunder 0.01 MB']);
  const refused = within(screen.getByRole('region', { name: 'Vault contents' })).getByRole('alert');
  expect(within(refused).getAllByRole('listitem')).toHaveLength(2);
  expect(refused.textContent).toContain('“letter.html” was not added');
  expect(refused.textContent).toContain('“film.mp4” was not added: it is larger than 500 MB.');
});

test('a dropped folder adds the files in it, except those of the system', async () => {
  await openForm();
  const fileEntry = (file: File) => ({ isDirectory: false, file: (resolve: (file: File) => void) => resolve(file) });
  const folderEntry = (...batches: object[][]) => ({
    isDirectory: true,
    createReader: () => ({ readEntries: (resolve: (entries: object[]) => void) => resolve(batches.shift() ?? []) }),
  });
  const inner = folderEntry([fileEntry(textFile('inner.txt'))]);
  const folder = folderEntry([fileEntry(textFile('outer.txt')), inner], [fileEntry(textFile('.DS_Store'))]);
  const items = [{ kind: 'file', getAsFile: () => null, webkitGetAsEntry: () => folder }];
  fireEvent.drop(dropArea(), { dataTransfer: { items, types: ['Files'] } });
  await hasFiles(2);
  expect(rows()).toEqual(['outer.txtMessageunder 0.01 MB', 'inner.txtMessageunder 0.01 MB']);
});

test('dropped files and folders that cannot be read, and folders without a file, are named, and the readable ones are added', async () => {
  await openForm();
  const refuse = (_: unknown, reject: (error: Error) => void) => reject(new Error('NotReadableError'));
  const locked = { name: 'locked.txt', isDirectory: false, file: refuse };
  const closed = { name: 'Closed folder', isDirectory: true, createReader: () => ({ readEntries: refuse }) };
  const readable = { isDirectory: false, file: (resolve: (file: File) => void) => resolve(textFile('inner.txt')) };
  const batches = [[locked, readable, closed], []];
  const folder = {
    name: 'Letters',
    isDirectory: true,
    createReader: () => ({ readEntries: (resolve: (entries: object[]) => void) => resolve(batches.shift() ?? []) }),
  };
  const system = { isDirectory: false, file: (resolve: (file: File) => void) => resolve(textFile('.DS_Store')) };
  const ofSystem = () => {
    const left = [[system], []];
    return { readEntries: (resolve: (entries: object[]) => void) => resolve(left.shift() ?? []) };
  };
  const items = [
    { kind: 'file', getAsFile: () => null, webkitGetAsEntry: () => folder },
    { kind: 'file', getAsFile: () => textFile('letter.txt') },
    { kind: 'file', getAsFile: () => null, webkitGetAsEntry: () => ({ ...locked, name: 'gone.txt' }) },
    { kind: 'file', getAsFile: () => null, webkitGetAsEntry: () => null },
    { kind: 'string', getAsFile: () => null, webkitGetAsEntry: () => null },
    {
      kind: 'file',
      getAsFile: () => null,
      webkitGetAsEntry: () => ({ ...folder, name: 'Empty', createReader: ofSystem }),
    },
  ];
  fireEvent.drop(dropArea(), { dataTransfer: { items, types: ['Files'] } });
  await hasFiles(2);
  const refused = within(screen.getByRole('region', { name: 'Vault contents' })).getByRole('alert');
  const unreadable = (name: string) => `${name} was not added: it could not be read. Please choose it with the button.`;
  expect(
    within(refused)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    unreadable('A file'),
    unreadable('“gone.txt”'),
    unreadable('“locked.txt”'),
    unreadable('“Closed folder”'),
    '“Empty” was not added: it contains no file.',
  ]);
  expect(rows()).toEqual(['inner.txtMessageunder 0.01 MB', 'letter.txtMessageunder 0.01 MB']);
});

test('a dropped text or link is refused where files are, and stays where it came from', async () => {
  await openForm();
  const dataTransfer = { items: [], types: ['text/uri-list', 'text/plain'], dropEffect: 'move' };
  expect(fireEvent.dragOver(dropArea(), { dataTransfer })).toBe(false);
  expect(dataTransfer.dropEffect).toBe('copy');
  expect(pageText()).not.toContain('Drop the files here');
  expect(fireEvent.drop(dropArea(), { dataTransfer })).toBe(false);
  await shows('Only files can be added here.');
});

test('a picture can be pasted on the area for files', async () => {
  await openForm();
  const picture = new File(['x'], 'image.png', { type: 'image/png' });
  const items = [{ kind: 'file', type: 'image/png', getAsFile: () => picture }];
  fireEvent.paste(dropArea(), { clipboardData: { items, types: ['Files'] } });
  await hasFiles(1);
});

test('a file that is dropped outside the drop area is ignored, and the page stays; a dragged text is not stopped', async () => {
  await openForm();
  const items = [{ kind: 'file', type: 'text/plain', getAsFile: () => textFile('letter.txt') }];
  const isStopped = !fireEvent.drop(document.body, { dataTransfer: { items, types: ['Files'] } });
  expect(isStopped).toBe(true);
  expect(rows()).toEqual([]);
  expect(fireEvent.drop(document.body, { dataTransfer: { items: [], types: ['text/plain'] } })).toBe(true);
});

test('removing a file moves the focus to its neighbour, and to the choose button once the list is empty', async () => {
  const { user } = await openForm();
  addFiles(textFile('one.txt'), textFile('two.txt'), textFile('three.txt'));
  await hasFiles(3);
  const remove = (name: string) => user.click(screen.getByRole('button', { name: `Remove ${name}` }));
  const focusedName = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;
  await remove('two.txt');
  expect(focusedName()).toBe('Remove three.txt');
  await remove('three.txt');
  expect(focusedName()).toBe('Remove one.txt');
  await remove('one.txt');
  expect(focusedName()).toBe('choose from your device');
});

test('the same file can be added twice, and one of the two removed', async () => {
  const { user } = await openForm();
  addFiles(textFile('letter.txt'), textFile('letter.txt', 'another letter'));
  await hasFiles(2);
  const [first] = screen.getAllByRole('button', { name: 'Remove letter.txt' });
  if (first) await user.click(first);
  await hasFiles(1);
});

test('the form says that a copy of the file stays in the browser once it is stored', async () => {
  const openings: IDBOpenDBRequest[] = [];
  vi.stubGlobal('indexedDB', {
    open: () => {
      const opening = {} as IDBOpenDBRequest;
      openings.push(opening);
      return opening;
    },
  });
  const refuseAll = () => {
    for (const opening of openings.splice(0)) opening.onerror?.(new Event('error'));
  };
  await openForm();
  addFiles(textFile('letter.txt'));
  await shows('This browser is storing a copy.');
  await waitFor(() => {
    refuseAll();
    expect(pageText()).toContain('This browser could not store a copy of “letter.txt”.');
  });
  addFiles(textFile('second.txt'));
  await shows('This browser is storing a copy.');
  expect(pageText()).not.toContain('could not store');
});
