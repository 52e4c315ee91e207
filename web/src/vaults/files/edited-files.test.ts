// The files of a vault during an edit: their order, captions and transcripts, what a save sends, and which files may not be shown.
import { expect, test } from 'vitest';
import { picture } from '../../../testing/samples.ts';
import { compatibilityOf, copyName } from './copies/compatibility.ts';
import {
  countFileChanges,
  editedFileOf,
  editedFilesOf,
  insertFile,
  moveFile,
  replaceFile,
  savedFilesOf,
  writeWords,
} from './edited-files.ts';
import { chooseFiles } from './upload/choose-files.ts';

const stored = ['a', 'b', 'c'].map((id) => ({ ...picture, id, fileName: `${id}.jpg` }));
const files = editedFilesOf(stored);
const [chosen] = chooseFiles([], [new File(['x'], 'new.jpg', { type: 'image/jpeg' })]).files;
if (!chosen) throw new Error('the file was not chosen');
const uploaded = new Map([[chosen.key, 'u1']]);
const savedIds = (edited: typeof files) => savedFilesOf(stored, edited, uploaded).files?.map(({ id }) => id);

test('a file moves by one position, and stays at the end of the list', () => {
  const keys = (edited: typeof files) => edited.map(({ key }) => key).join('');
  expect(keys(moveFile(files, 'b', -1))).toBe('bac');
  expect(keys(moveFile(files, 'b', 1))).toBe('acb');
  expect(keys(moveFile(files, 'a', -1))).toBe('abc');
  expect(keys(moveFile(files, 'c', 1))).toBe('abc');
});

test('a save sends every file in its order, and which were removed or replaced', () => {
  expect(savedFilesOf(stored, files, uploaded)).toEqual({});
  expect(savedIds(moveFile(files, 'c', -1))).toEqual(['a', 'c', 'b']);
  const replaced = replaceFile(writeWords(files, 'b', { caption: 'The lake', transcript: 'Hm' }), 'b', chosen);
  expect(savedFilesOf(stored, replaced, uploaded)).toEqual({
    files: [
      { id: 'a', caption: '', transcript: '' },
      { id: 'u1', caption: 'The lake', transcript: '' },
      { id: 'c', caption: '', transcript: '' },
    ],
    removedFiles: ['b'],
  });
  expect(savedIds([...files, editedFileOf(chosen)])).toEqual(['a', 'b', 'c', 'u1']);
  expect(savedFilesOf(stored, [], uploaded)).toEqual({ files: [], removedFiles: ['a', 'b', 'c'] });
});

test('a new caption is a change, and spaces around it are not', () => {
  expect(countFileChanges(stored, writeWords(files, 'a', { caption: '  ' }))).toBe(0);
  expect(countFileChanges(stored, writeWords(files, 'a', { caption: 'Us' }))).toBe(1);
  expect(countFileChanges(stored, writeWords(files, 'a', { transcript: 'La' }))).toBe(1);
});

test('each changed file counts once, and a new order once', () => {
  const count = (edited: typeof files) => countFileChanges(stored, edited);
  expect(count(files)).toBe(0);
  expect(count(moveFile(moveFile(files, 'c', -1), 'c', -1))).toBe(1);
  expect(count(writeWords(replaceFile(files, 'b', chosen), 'b', { caption: 'The lake' }))).toBe(1);
  expect(count([...files, editedFileOf(chosen)])).toBe(1);
  expect(count(files.slice(1))).toBe(1);
  expect(count([...moveFile(files.slice(1), 'b', 1), editedFileOf(chosen)])).toBe(3);
});

test.each([
  ['lake.heic', 'image/heic', 'JPEG'],
  ['LAKE.HEIF', 'application/octet-stream', 'JPEG'],
  ['film.mov', 'video/quicktime', 'MP4'],
  ['scan.tiff', 'image/tiff', undefined],
  ['raw.dng', 'image/x-adobe-dng', undefined],
  ['lake.jxl', 'image/jxl', undefined],
  ['film.mkv', 'video/x-matroska', undefined],
  ['00001.MTS', 'video/vnd.dlna.mpeg-tts', undefined],
  ['00001.mts', 'video/mp2t', undefined],
  ['clip.flv', 'video/x-flv', undefined],
  ['VTS_01_1.VOB', 'video/mpeg', undefined],
  ['clip.asf', 'video/x-ms-asf', undefined],
  ['clip.3g2', 'video/3gpp2', undefined],
  ['tape.dv', '', undefined],
  ['MOV001.MOD', 'audio/x-mod', undefined],
  ['tape.mxf', 'application/mxf', undefined],
  ['dictation.dss', '', undefined],
  ['song.mka', 'audio/x-matroska', undefined],
  ['song.wv', 'audio/x-wavpack', undefined],
  ['note.amr', 'audio/amr', undefined],
  ['note.amr', '', undefined],
  ['song.wma', 'audio/x-ms-wma', undefined],
  ['memo.caf', 'audio/x-caf', undefined],
  ['song.aiff', 'audio/x-aiff', undefined],
  ['song.mid', 'audio/mid', undefined],
])('%s (%s) gets the hint that not every browser shows it; the copy offered is %s', (name, mimeType, copy) => {
  expect(compatibilityOf({ name, mimeType })).toMatchObject({ hint: expect.stringContaining('open on some devices') });
  expect(compatibilityOf({ name, mimeType })?.copy).toBe(copy);
});

test.each([
  ['lake.jpg', 'image/jpeg'],
  ['film.mp4', 'video/mp4'],
  ['song.mp3', 'audio/mpeg'],
  ['note.opus', 'audio/ogg'],
  ['song.flac', 'audio/flac'],
  ['memo.m4a', 'audio/mp4'],
  ['film.ogv', 'video/ogg'],
  ['drawing.svg', 'image/svg+xml'],
  ['favicon.ico', 'image/x-icon'],
  ['recorded.webm', 'video/webm;codecs=vp8,opus'],
  ['letter.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
])('%s gets no hint', (name, mimeType) => {
  expect(compatibilityOf({ name, mimeType })).toBeNull();
});

test('a copy is added after its original, which stays', () => {
  const chosen = { key: 'copy', file: new File(['x'], 'b.jpg'), mimeType: 'image/jpeg' };
  expect(insertFile(files, 'b', chosen).map(({ key }) => key)).toEqual(['a', 'b', 'copy', 'c']);
});

test('a copy is named after its original', () => {
  expect(copyName('Lake.1987.HEIC', 'JPEG')).toBe('Lake.1987.jpg');
  expect(copyName('film', 'MP4')).toBe('film.mp4');
  expect(copyName('Film.mp4', 'MP4')).toBe('Film (copy).mp4');
});
