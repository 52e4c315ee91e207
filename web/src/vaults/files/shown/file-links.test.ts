// When download links are renewed.
import { downloadLinkMinutes } from '@remembrance/contract/limits.ts';
import { expect, test } from 'vitest';
import { areLinksStale, renewAfterMilliseconds } from './file-links.ts';

test('download links are renewed well before they expire', () => {
  const now = new Date('2027-03-01T10:00:00Z');
  expect(renewAfterMilliseconds).toBeLessThan(downloadLinkMinutes * 60 * 1000);
  expect(areLinksStale(now, new Date(now.getTime() + renewAfterMilliseconds - 1))).toBe(false);
  expect(areLinksStale(now, new Date(now.getTime() + renewAfterMilliseconds))).toBe(true);
});
