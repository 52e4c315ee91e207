// The opened vault: the message, each kind of file, renewed links, and a session that expires.
import type { AccessibleFile } from '@remembrance/contract/access-state.ts';
import { readAccess } from '@remembrance/contract/vault-access.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { hrefOf, isDisabled, pageText, readyButton, toastText } from '../../../../testing/on-screen.ts';
import { announces, fakeService, heading, openScreen, shows } from '../../../../testing/open-screen.tsx';
import { openedLetter, openedPicture } from '../../../../testing/samples.ts';
import { renewAfterMilliseconds } from '../../files/shown/file-links.ts';

const message = 'Dear Rosa,\n\nremember the lake.\n    And the boat.';
const vault = { ...openedLetter, message };
const song: AccessibleFile = {
  ...openedPicture,

  id: 'f2',
  fileName: 'Lullaby.mp3',
  fileType: 'music',
  mimeType: 'audio/mpeg',
  downloadUrl: '/api/downloads/f2?signature=one',
};
const film: AccessibleFile = { ...song, id: 'f3', fileName: 'Film.mkv', fileType: 'video', mimeType: 'video/mp4' };
const deed: AccessibleFile = { ...song, id: 'f4', fileName: 'Deed.docx', fileType: 'document' };
const letter: AccessibleFile = { ...song, id: 'f5', fileName: 'Letter.txt', fileType: 'message' };

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));

const everythingUrl = '/api/vault-access/everything?signature=one';
const grant = (...files: AccessibleFile[]) =>
  fakeService().reply(readAccess, { step: 'granted', vault, files, everythingUrl });
async function open(...files: AccessibleFile[]) {
  grant(...files);
  const opened = openScreen('/vault-access/tok');
  await heading('You Have a Remembrance');
  fireEvent.click(await readyButton('Open it when you are ready'));
  return opened;
}
const renewed = (file: AccessibleFile) => ({ ...file, downloadUrl: file.downloadUrl.replace('one', 'two') });
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const asked = () => fakeService().received(readAccess).length;
const rowOf = (name: string) => screen.getByText(name).closest('li') as HTMLElement;

test('the recipient opens the letter; it says who wrote it and when, and no toast covers it', {
  tags: 'long',
}, async () => {
  grant(openedPicture);
  openScreen('/vault-access/tok');
  await heading('You Have a Remembrance');
  await shows('Access GrantedWelcome to your Remembrance');
  expect(screen.queryByRole('article')).toBeNull();
  expect(pageText()).not.toContain('For Rosa');
  expect(pageText()).toContain('Ada Okafor left this for you, Rosa Lindqvist.');
  fireEvent.click(await readyButton('Open it when you are ready'));
  const article = screen.getByRole('article');
  expect(article).toBe(document.activeElement);
  expect(article.textContent).toContain('From Ada Okafor, written March 1, 2026');
  expect(screen.getByRole('img', { name: 'The seal of this vault' }).getAttribute('data-motion')).toBe('open');
});

test('a reload shows the opened letter immediately, without the ceremony', { tags: 'long' }, async () => {
  await open();
  cleanup();
  openScreen('/vault-access/tok');
  await screen.findByRole('article');
  expect(screen.queryByRole('button', { name: 'Open it when you are ready' })).toBeNull();
  expect(screen.getByRole('img', { name: 'The seal of this vault' }).getAttribute('data-motion')).toBeNull();
  expect(screen.getByRole('article').closest('.letter-arriving')).toBeNull();
});

test('a browser that stores nothing still opens the letter', { tags: 'long' }, async () => {
  const refuse = () => {
    throw new Error('refused');
  };
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse });
  await open();
  expect(screen.getByRole('article').textContent).toContain('remember the lake.');
});

test('a recording’s title is its kind and duration, and a caption replaces the file name', async () => {
  const recorded = { ...song, fileName: 'recorded-audio-1795301808126.webm', sizeBytes: 20, fileSize: '0.00 MB' };
  await open({ ...openedPicture, caption: 'Us at the lake, 1987' }, recorded);
  const row = rowOf('A recording');
  expect(row.textContent).toContain('under 0.01 MB');
  const player = row.querySelector('audio') as HTMLAudioElement;
  Object.defineProperty(player, 'duration', { value: 119.6 });
  fireEvent.loadedMetadata(player);
  await screen.findByRole('heading', { level: 3, name: 'A recording, 2 minutes' });
  expect(pageText()).not.toContain('recorded-audio');
  expect(screen.getByRole('img', { name: 'Us at the lake, 1987' })).not.toBeNull();
  expect(rowOf('Us at the lake, 1987').textContent).toContain('A picture · Lake in June.jpg · 1.25 MB');
  expect(hrefOf('Download A recording, 2 minutes')).toBe(song.downloadUrl);
});

test('a recording’s transcript can be read, and captions are shown with it', async () => {
  URL.createObjectURL = () => 'blob:captions';
  URL.revokeObjectURL = () => {};
  const captions = 'WEBVTT\n\n00:00.000 --> 00:02.000\n<v Ada>Hello, Rosa.';
  await open({ ...song, transcript: 'Hello, Rosa. Remember the lake.' }, { ...film, transcript: captions });
  expect(rowOf('Lullaby.mp3').querySelector('details')?.textContent).toContain('Remember the lake.');
  expect(rowOf('Lullaby.mp3').querySelector('track')).toBeNull();
  expect(rowOf('Film.mkv').querySelector('track')?.getAttribute('src')).toBe('blob:captions');
  expect(rowOf('Film.mkv').querySelector('details')?.textContent).toBe('Read what is saidHello, Rosa.');
});

test('one download contains everything, and is never refused to anyone who may read the vault', async () => {
  await open(openedPicture, song);
  expect(hrefOf('Keep everything')).toBe(everythingUrl);
  expect(pageText()).toContain('and the 2 files.');
  expect(pageText()).toContain('2.50 MB in all.');
});

test('the message is shown as it was written, and its button prints it', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  await open();
  const article = screen.getByRole('article');
  expect(within(article).getByRole('heading', { name: 'For Rosa' }).getAttribute('dir')).toBe('auto');
  const words = [...article.querySelectorAll('div')].at(-1);
  expect(words?.textContent).toBe(message);
  expect(words?.className).toContain('whitespace-pre-wrap');
  expect(screen.queryByRole('heading', { name: 'With the letter' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Print this message' }));
  expect(print).toHaveBeenCalledOnce();
});

test('pictures, songs and videos are shown in place, and every other file can be downloaded', async () => {
  await open(openedPicture, song, film, deed, letter);
  expect(screen.getByRole('img', { name: 'Lake in June.jpg' }).getAttribute('src')).toBe(openedPicture.downloadUrl);
  expect(rowOf('Lullaby.mp3').querySelector('audio')?.controls).toBe(true);
  expect(rowOf('Film.mkv').querySelector('video')?.getAttribute('aria-label')).toBe('Film.mkv');
  const title = screen.getByRole('heading', { level: 3, name: 'Deed.docx' });
  expect(title.querySelector('[translate=no]')?.textContent).toBe('Deed.docx');
  for (const { fileName } of [deed, letter]) expect(rowOf(fileName).querySelector('img, audio, video')).toBeNull();
  for (const { fileName, downloadUrl } of [openedPicture, song, film, deed, letter])
    expect(hrefOf(`Download ${fileName}`)).toBe(downloadUrl);
  expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Download Deed.docx' }).download).toBe('Deed.docx');
});

test('a file without an address cannot be downloaded, and a file the browser cannot play can only be downloaded', async () => {
  await open({ ...letter, downloadUrl: '' }, { ...openedPicture, downloadUrl: '' }, film);
  expect(isDisabled('Download Letter.txt')).toBe(true);
  expect(isDisabled('Download Lake in June.jpg')).toBe(true);
  expect(screen.queryByRole('img', { name: 'Lake in June.jpg' })).toBeNull();
  const player = rowOf('Film.mkv').querySelector('video');
  if (player) fireEvent.error(player);
  await shows('This browser cannot show it here. You can download it.');
  expect(hrefOf('Download Film.mkv')).toBe(film.downloadUrl);
  expect(asked()).toBe(1);
});

test('the page says which file is damaged, and withholds none', async () => {
  await open(openedPicture, { ...song, isDamaged: true }, letter);
  expect(rowOf('Lullaby.mp3').textContent).toContain('Our copy of this file is damaged.');
  expect(hrefOf('Download Lullaby.mp3')).toBe(song.downloadUrl);
});

test('a recipient sees what a virus scanner reported before a download, and nothing is withheld', async () => {
  await open({ ...letter, finding: 'Doc.Dropper.Agent' }, song);
  expect(rowOf('Letter.txt').textContent).toContain(
    'A virus scanner reported this file as Doc.Dropper.Agent. The report may be wrong',
  );
  expect(rowOf('Lullaby.mp3').textContent).not.toContain('scanner');
  expect(hrefOf('Download Letter.txt')).toBe(letter.downloadUrl);
  expect(pageText()).toContain('It includes the file that a virus scanner reported, as described above.');
  cleanup();
  sessionStorage.clear();
  await open(letter, song);
  expect(pageText()).not.toContain('scanner');
});

test('an unreadable item says so, is never called intact, and withholds nothing else', async () => {
  const blank = { isUnreadable: true, caption: '', fileName: 'A file whose name cannot be opened now' };
  const files = [{ ...openedPicture, ...blank }, song];
  const closed = { ...vault, message: '', isUnreadable: true };
  fakeService().reply(readAccess, { step: 'granted', vault: closed, files, everythingUrl });
  openScreen('/vault-access/tok');
  fireEvent.click(await readyButton('Open it when you are ready'));
  const words = 'This part of the vault cannot be opened at the moment.';
  expect(screen.getByRole('article').textContent).toContain(words);
  expect(rowOf(blank.fileName).textContent).toContain(words);
  expect(rowOf('Lullaby.mp3').textContent).not.toContain(words);
  expect(pageText()).not.toMatch(/nothing (of it )?is lost|still here|whole/i);
});

test('links are renewed while the page is open, and a playing song keeps its own', async () => {
  await open(song, letter);
  const player = rowOf('Lullaby.mp3').querySelector('audio') as HTMLAudioElement;
  fireEvent.loadedMetadata(player);
  grant(renewed(song), renewed(letter));
  await pass(renewAfterMilliseconds - 31_000);
  expect(asked()).toBe(1);
  await pass(62_000);
  await waitFor(() => expect(hrefOf('Download Letter.txt')).toContain('two'));
  expect(asked()).toBe(2);
  expect(player.getAttribute('src')).toBe(song.downloadUrl);
});

test('a song whose link expires during playback continues from the same position with a new link', async () => {
  await open(song);
  const player = rowOf('Lullaby.mp3').querySelector('audio') as HTMLAudioElement;
  fireEvent.loadedMetadata(player);
  player.currentTime = 42;
  grant(renewed(song));
  fireEvent.error(player);
  await waitFor(() => expect(player.getAttribute('src')).toContain('two'));
  player.currentTime = 0; // a browser does this for a new source
  fireEvent.loadedMetadata(player);
  expect(player.currentTime).toBe(42);
});

test('a page that slept renews its links once when it becomes visible or before a download', async () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await open(letter);
  grant(renewed(letter));
  await pass(renewAfterMilliseconds + 60_000);
  expect(asked()).toBe(1);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  fireEvent(document, new Event('visibilitychange'));
  fireEvent(window, new Event('online'));
  await waitFor(() => expect(hrefOf('Download Letter.txt')).toContain('two'));
  expect(asked()).toBe(2);
});

test('a download after a long sleep waits for its new link, and says so if there is none', async () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const clicked: string[] = [];
  const watch = (event: Event) => {
    if (!event.defaultPrevented && event.target instanceof HTMLAnchorElement) clicked.push(event.target.href);
    event.preventDefault();
  };
  document.addEventListener('click', watch);
  try {
    await open(letter);
    await pass(renewAfterMilliseconds + 1000);
    const service = fakeService();
    service.disconnect(readAccess);
    fireEvent.click(screen.getByRole('link', { name: 'Download Letter.txt' }));
    await announces('Not DownloadedThe service could not be reached.');
    expect(clicked).toEqual([]);
    grant(renewed(letter));
    fireEvent.click(screen.getByRole('link', { name: 'Download Letter.txt' }));
    fireEvent.click(screen.getByRole('link', { name: 'Download Letter.txt' }));
    await waitFor(() => expect(clicked).toEqual([expect.stringContaining('signature=two')]));
    await pass(1000);
    expect(clicked).toHaveLength(1);
  } finally {
    document.removeEventListener('click', watch);
  }
});

test('a film that the connection interrupted gets a new link once the connection is back', async () => {
  await open(film);
  const player = rowOf('Film.mkv').querySelector('video') as HTMLVideoElement;
  fireEvent.loadedMetadata(player);
  player.currentTime = 42;
  fakeService().disconnect(readAccess);
  fireEvent.error(player);
  await waitFor(() => expect(asked()).toBe(2));
  grant(renewed(film));
  await pass(31_000);
  await waitFor(() => expect(player.getAttribute('src')).toContain('two'));
  player.currentTime = 0;
  fireEvent.loadedMetadata(player);
  expect(player.currentTime).toBe(42);
});

test.each(['link-expired', 'link-not-found'] as const)(
  'a link refused as %s while the page is open ends the session, and a new one can be requested',
  async (code) => {
    await open(letter);
    fakeService().refuse(readAccess, code);
    await pass(renewAfterMilliseconds + 31_000);
    await shows('To download more, please answer the questions again');
    expect(screen.getByRole('article').textContent).toContain('remember the lake.');
    fireEvent.click(screen.getByRole('button', { name: 'Answer again' }));
    await heading(code === 'link-expired' ? 'This link has expired' : 'Link not found');
  },
);

test('after the session the message stays, the files need the proofs again, and nothing is lost', async () => {
  await open(letter);
  fakeService().reply(readAccess, { step: 'email' });
  await pass(renewAfterMilliseconds + 31_000);
  await shows('To download more, please answer the questions again');
  expect(screen.getByRole('article').textContent).toContain('remember the lake.');
  expect(isDisabled('Download Letter.txt')).toBe(true);
  expect(toastText()).toBe('');
  fireEvent.click(screen.getByRole('button', { name: 'Answer again' }));
  await heading('Something was left for you');
});

test('a failed renewal changes nothing on the page, and is retried', async () => {
  await open(letter);
  const service = fakeService();
  service.disconnect(readAccess);
  await pass(renewAfterMilliseconds + 31_000);
  expect(asked()).toBeGreaterThan(1);
  expect(pageText()).not.toContain('answer the questions again');
  grant(renewed(letter));
  await pass(31_000);
  await waitFor(() => expect(hrefOf('Download Letter.txt')).toContain('two'));
});
