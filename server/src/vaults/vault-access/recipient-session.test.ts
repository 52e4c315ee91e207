// The recipient's cookie: valid for half an hour, for one link, and only unmodified.
import { recipientSessionMinutes } from '@remembrance/contract/limits.ts';
import { anyCharacter } from '@remembrance/contract/testing/any-character.ts';
import fc from 'fast-check';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { createTestClock } from '../../../testing/test-clock.ts';
import { createKeyring } from '../../keys/secret/keyring.ts';
import { newId } from '../../platform/lib/ids.ts';
import { createRecipientSessions, type RecipientSession } from './recipient-session.ts';

const keyring = createKeyring(Buffer.alloc(32, 7));
const proofs = ['address', 'mailbox', 'granted'] as const;

/** Replies and requests contain only the cookie header. */
function openSessions({ secure = true, secret = 7 } = {}) {
  const clock = createTestClock();
  const sessions = createRecipientSessions({ keyring: createKeyring(Buffer.alloc(32, secret)), clock, secure });
  const start = (linkId: string, session: RecipientSession): string => {
    const lines: string[] = [];
    const reply = { header: (name: string, line: string) => name === 'set-cookie' && lines.push(line) };
    sessions.start(reply as unknown as FastifyReply, linkId, session);
    return lines.join();
  };
  const read = (linkId: string, cookie: string) =>
    sessions.read({ headers: { cookie } } as unknown as FastifyRequest, linkId);
  return { clock, start, read };
}
const pairOf = (line: string): string => line.split(';')[0] ?? '';
const newLink = () => newId(new Date());
const heir = { browserId: 'a-browser', proven: 'address' } as const;

test("a browser's proofs are read as they were written, for each step", () => {
  const { start, read } = openSessions();
  for (const proven of proofs) {
    const linkId = newLink();
    const session = { browserId: `browser-${proven}`, proven };
    expect(read(linkId, pairOf(start(linkId, session)))).toEqual(session);
  }
  expect(read(newLink(), '')).toBeNull();
});

test('the proof ends after half an hour, to the millisecond', () => {
  const { clock, start, read } = openSessions();
  const linkId = newLink();
  const cookie = pairOf(start(linkId, heir));
  const begun = clock.now().getTime();
  clock.moveTo(new Date(begun + recipientSessionMinutes * 60_000 - 1));
  expect(read(linkId, cookie)).toEqual(heir);
  clock.moveTo(new Date(begun + recipientSessionMinutes * 60_000));
  expect(read(linkId, cookie)).toBeNull();
});

test('the cookie is hidden from scripts, not sent from other sites, and limited to https if the service uses it', () => {
  const linkId = newLink();
  const secure = openSessions().start(linkId, heir);
  const name = `vault_access_${linkId.slice(-12)}`;
  expect(secure.split('; ').slice(1).sort()).toEqual([
    'HttpOnly',
    'Max-Age=1800',
    'Path=/',
    'SameSite=Strict',
    'Secure',
  ]);
  expect(secure.startsWith(`__Host-${name}=`)).toBe(true);
  const local = openSessions({ secure: false }).start(linkId, heir);
  expect(local.startsWith(`${name}=`)).toBe(true);
  expect(local).not.toContain('Secure');
});

test('two vaults can be open in one browser, and the proof for one does not count for the other', () => {
  const { start, read } = openSessions();
  const [one, other] = [newLink(), newLink()];
  const cookies = [pairOf(start(one, { ...heir, proven: 'granted' })), pairOf(start(other, heir))];
  expect(read(one, cookies.join('; '))).toMatchObject({ proven: 'granted' });
  expect(read(other, cookies.join('; '))).toMatchObject({ proven: 'address' });
  const value = cookies[0]?.slice(cookies[0].indexOf('='));
  expect(read(other, `${cookies[1]?.slice(0, cookies[1].indexOf('='))}${value}`)).toBeNull();
});

test('a cookie of another installation is invalid', () => {
  const linkId = newLink();
  const cookie = pairOf(openSessions({ secret: 8 }).start(linkId, { ...heir, proven: 'granted' }));
  expect(openSessions().read(linkId, cookie)).toBeNull();
});

test('a proof cannot be forged: a changed step, browser, time or signature proves nothing', () => {
  const { start, read } = openSessions();
  const linkId = newLink();
  const line = decodeURIComponent(pairOf(start(linkId, heir)));
  const [name = '', value = ''] = [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)];
  const [browserId = '', proven = '', expires = '', signature = ''] = value.split('.');
  const written = (...parts: string[]) => read(linkId, `${name}=${encodeURIComponent(parts.join('.'))}`);
  expect(written(browserId, proven, expires, signature)).toEqual(heir);
  expect(written(browserId, 'granted', expires, signature)).toBeNull();
  expect(written('another', proven, expires, signature)).toBeNull();
  expect(written(browserId, proven, String(Number(expires) + 1), signature)).toBeNull();
  expect(written(`${browserId} ${proven}`, '', expires, signature)).toBeNull();
  expect(written(browserId, proven, expires)).toBeNull();
  expect(written(browserId, proven)).toBeNull();
  const other = keyring.sign('session-cookie', `${linkId} ${browserId} granted ${expires}`);
  expect(written(browserId, 'granted', expires, other)).toBeNull();
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 120 }), (text) => {
      expect(read(linkId, `${name}=${encodeURIComponent(text.toWellFormed())}`)).toBeNull();
    }),
  );
});
