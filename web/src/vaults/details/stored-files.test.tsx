// An owner's files on the page of their vault: a link that has expired is renewed before a download and during playback.
import { listExecutors } from '@remembrance/contract/executors.ts';
import { listFiles, type VaultFile } from '@remembrance/contract/files.ts';
import { getVault } from '@remembrance/contract/vaults.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { hrefOf } from '../../../testing/on-screen.ts';
import { announces, fakeService, openScreen, shows } from '../../../testing/open-screen.tsx';
import { ada, ben, letterToRosa, picture } from '../../../testing/samples.ts';
import { renewAfterMilliseconds } from '../files/shown/file-links.ts';

const song: VaultFile = { ...picture, fileName: 'Lullaby.mp3', fileType: 'music', downloadUrl: '/f?signature=one' };
const renewed: VaultFile = { ...song, downloadUrl: '/f?signature=two' };
const outliveLinks = () => act(() => vi.advanceTimersByTimeAsync(renewAfterMilliseconds + 1000));

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));

async function play() {
  const service = fakeService();
  service.reply(listFiles, [song]);
  service.reply(listExecutors, [ben]);
  service.reply(getVault, letterToRosa);
  openScreen(`/vault/${letterToRosa.id}`, { signedIn: ada });
  fireEvent.click(await screen.findByRole('button', { name: 'Play Lullaby.mp3' }));
  return { service, player: document.querySelector('audio') as HTMLAudioElement };
}

test('a song that this browser cannot play says so, and can be downloaded', async () => {
  const { service, player } = await play();
  fireEvent.error(player);
  await shows('This browser cannot show it here. You can download it.');
  expect(hrefOf('Download Lullaby.mp3')).toBe(song.downloadUrl);
  expect(service.received(listFiles)).toHaveLength(1);
});

test('a song whose link has expired is played with a new link', async () => {
  const { service, player } = await play();
  await outliveLinks();
  service.reply(listFiles, [renewed]);
  fireEvent.error(player);
  await waitFor(() => expect(player.getAttribute('src')).toBe(renewed.downloadUrl));
  expect(service.received(listFiles)).toHaveLength(2);
});

test('a download after a long sleep waits for its new link, and says so if there is none', async () => {
  const { service } = await play();
  await outliveLinks();
  const download = screen.getByRole<HTMLAnchorElement>('link', { name: 'Download Lullaby.mp3' });
  const clicked: string[] = [];
  const watch = (event: Event) => {
    if (!event.defaultPrevented) clicked.push(download.href);
    event.preventDefault();
  };
  document.addEventListener('click', watch);
  onTestFinished(() => document.removeEventListener('click', watch));
  service.disconnect(listFiles);
  fireEvent.click(download);
  await announces('Not DownloadedThe service could not be reached.');
  expect(clicked).toEqual([]);
  service.reply(listFiles, [renewed]);
  fireEvent.click(download);
  await waitFor(() => expect(clicked).toEqual([expect.stringContaining('signature=two')]));
});

test('a song that the connection interrupted gets a new link once the connection is back, and continues', async () => {
  const { service, player } = await play();
  fireEvent.loadedMetadata(player);
  player.currentTime = 42;
  service.disconnect(listFiles);
  fireEvent.error(player);
  await waitFor(() => expect(service.received(listFiles)).toHaveLength(2));
  service.reply(listFiles, [renewed]);
  await act(() => vi.advanceTimersByTimeAsync(31_000));
  await waitFor(() => expect(player.getAttribute('src')).toBe(renewed.downloadUrl));
  player.currentTime = 0;
  fireEvent.loadedMetadata(player);
  expect(player.currentTime).toBe(42);
});
