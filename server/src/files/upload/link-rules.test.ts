// Signed upload and download links: what they allow, and for how long.
import { expect, test } from 'vitest';
import { createKeyring } from '../../keys/secret/keyring.ts';
import { downloadLink, isDownloadLinkValid, isUploadLinkValid, uploadLink, uploadLinkExpiry } from './link-rules.ts';

const keyring = createKeyring(Buffer.alloc(32, 1));
const now = new Date('2026-01-01T00:00:00Z');
const minutesOn = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const queryOf = (link: string) => Object.fromEntries(new URL(link, 'http://host').searchParams) as never;

test('an upload link is valid only for its own upload and session, and for 15 minutes', () => {
  const query = queryOf(uploadLink(keyring, 'one', 'session', uploadLinkExpiry(now))) as {
    access: string;
    expires: string;
    signature: string;
  };
  expect(isUploadLinkValid(keyring, 'one', query, minutesOn(14.9))).toBe(true);
  expect(isUploadLinkValid(keyring, 'one', query, minutesOn(15))).toBe(false);
  expect(isUploadLinkValid(keyring, 'two', query, now)).toBe(false);
  expect(isUploadLinkValid(keyring, 'one', { ...query, access: 'other' }, now)).toBe(false);
});

test("a download link can't be extended, or used for another file or another recipient", () => {
  const query = queryOf(downloadLink(keyring, 'file', 'access', now)) as {
    access: string;
    expires: string;
    signature: string;
  };
  expect(isDownloadLinkValid(keyring, 'file', query, minutesOn(14.9))).toBe(true);
  expect(isDownloadLinkValid(keyring, 'file', query, minutesOn(15))).toBe(false);
  expect(isDownloadLinkValid(keyring, 'other', query, now)).toBe(false);
  expect(isDownloadLinkValid(keyring, 'file', { ...query, access: 'other' }, now)).toBe(false);
  expect(isDownloadLinkValid(keyring, 'file', { ...query, expires: String(minutesOn(999).getTime()) }, now)).toBe(
    false,
  );
});
