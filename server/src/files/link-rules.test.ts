import { expect, test } from 'vitest';
import { createKeyring } from '../keys/keyring.ts';
import { downloadLink, downloadLinkHolds, uploadLink, uploadLinkExpiry, uploadLinkHolds } from './link-rules.ts';

const keyring = createKeyring(Buffer.alloc(32, 1));
const now = new Date('2026-01-01T00:00:00Z');
const minutesOn = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const queryOf = (link: string) => Object.fromEntries(new URL(link, 'http://host').searchParams) as never;

test('LINK-1: an upload link holds for its own upload and for 15 minutes, and not a moment longer', () => {
  const query = queryOf(uploadLink(keyring, 'one', uploadLinkExpiry(now)));
  expect(uploadLinkHolds(keyring, 'one', query, minutesOn(14.9))).toBe(true);
  expect(uploadLinkHolds(keyring, 'one', query, minutesOn(15))).toBe(false);
  expect(uploadLinkHolds(keyring, 'two', query, now)).toBe(false);
});

test('LINK-2: a download link can be neither prolonged, nor used for another file, nor for another recipient', () => {
  const query = queryOf(downloadLink(keyring, 'file', 'access', now)) as {
    access: string;
    expires: string;
    signature: string;
  };
  expect(downloadLinkHolds(keyring, 'file', query, minutesOn(14.9))).toBe(true);
  expect(downloadLinkHolds(keyring, 'file', query, minutesOn(15))).toBe(false);
  expect(downloadLinkHolds(keyring, 'other', query, now)).toBe(false);
  expect(downloadLinkHolds(keyring, 'file', { ...query, access: 'other' }, now)).toBe(false);
  expect(downloadLinkHolds(keyring, 'file', { ...query, expires: String(minutesOn(999).getTime()) }, now)).toBe(false);
});
