// Sharing a link: by share sheet, clipboard, social network or mail; if none of them works, the link is shown.
import { afterEach, expect, test, vi } from 'vitest';
import { dismissToast, shownToast } from '../../ui/toast.tsx';
import { mailtoUrl, openSharer, shareLink, sharerUrl } from './share-link.ts';

const link = { title: 'A month free', text: 'For you & yours', url: 'https://vault.example/?promo=freetrial' };

afterEach(() => {
  vi.unstubAllGlobals();
  dismissToast();
});

test('sharing uses the share sheet if there is one, and closing it is not a failure', async () => {
  const share = vi.fn(() => Promise.reject(new DOMException('closed', 'AbortError')));
  vi.stubGlobal('navigator', { share });
  await shareLink(link);
  expect(share).toHaveBeenCalledWith(link);
  expect(shownToast()).toBeUndefined();
});

test('without a share sheet the link is copied and a toast confirms it', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  await shareLink(link);
  expect(writeText).toHaveBeenCalledWith(link.url);
  expect(shownToast()).toMatchObject({
    title: 'Link copied!',
    description: 'The link has been copied to your clipboard.',
  });
});

test('a link that could not be copied is shown', async () => {
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('denied')) } });
  await shareLink(link);
  expect(shownToast()).toMatchObject({ title: 'Could not copy link', description: link.url, variant: 'destructive' });
});

test('a network opens in a small window that has no access to this page', () => {
  const open = vi.fn();
  vi.stubGlobal('window', { open });
  openSharer('X', link);
  expect(open).toHaveBeenCalledWith(sharerUrl('X', link), '_blank', 'noopener,noreferrer,width=600,height=400');
});

test('the network addresses and the mail address contain the complete link', () => {
  for (const network of ['Facebook', 'X', 'LinkedIn'] as const)
    expect([...new URL(sharerUrl(network, link)).searchParams.values()]).toContain(link.url);
  expect(mailtoUrl(link)).toBe(
    `mailto:?subject=A%20month%20free&body=For%20you%20%26%20yours%0A%0A${encodeURIComponent(link.url)}`,
  );
});
