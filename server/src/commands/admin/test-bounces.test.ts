// The operator's test of the bounce address, and what it prints at each step that can fail.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { type BounceMailbox, MailboxUnavailable } from '../../letters/bounces/bounce-mailbox.ts';
import { readReport } from '../../letters/bounces/read-report.ts';
import { findLetterIn } from '../../letters/bounces/return-path.ts';
import { composeMessage } from '../../letters/mailers/mail-message.ts';
import type { OutgoingLetter } from '../../letters/mailers/mailer.ts';
import { testBounces } from './test-bounces.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

/** A mail server whose mailbox has the email after so many looks; infinity for never. */
function world(looksUntilThere: number) {
  const sent: OutgoingLetter[] = [];
  let looks = 0;
  const mailer = {
    ...app.services.mailer,
    kind: 'smtp' as const,
    send: async (letter: OutgoingLetter) => {
      sent.push(letter);
      return '250 ok';
    },
  };
  const bounceMailbox: BounceMailbox = {
    read: () => Promise.reject(new Error('it changes nothing')),
    probe: async () => 0,
    async contains(messageId) {
      looks += 1;
      return looks > looksUntilThere && sent.some((letter) => letter.messageId === messageId);
    },
  };
  const letterSending = { ...app.services.letterSending, bounceAddress: 'bounce@mail.keep.example' };
  return { sent, needs: { ...app.services, mailer, bounceMailbox, letterSending, everyMilliseconds: 0 } };
}

test('an email with a token goes to the bounce address, and the command reports that it has arrived', async () => {
  const { sent, needs } = world(2);
  expect(await testBounces(needs)).toMatch(
    /^An email to the bounce address arrived in its mailbox after \d+ seconds\.$/,
  );
  const [letter] = sent;
  if (!letter) throw new Error('nothing was sent');
  expect(letter.to.email).toMatch(/^bounce\+[\da-v]{26}\.[\da-v]{16}@mail\.keep\.example$/);
  const report = await readReport(composeMessage(letter));
  expect(report).toMatchObject({ recipients: null, isAutomaticReply: true });
  expect(findLetterIn(app.services.keyring, report?.names ?? [])).toBe(letter.id);
});

test('the command names the step that fails, without the token and the mailbox’s address', async () => {
  const { sent, needs } = world(Number.POSITIVE_INFINITY);
  const refused = (different: object) => testBounces({ ...needs, ...different });
  await expect(refused({ bounceMailbox: null })).rejects.toThrow('set BOUNCE_ADDRESS and BOUNCE_IMAP_URL first');
  await expect(refused({ letterSending: app.services.letterSending })).rejects.toThrow('set BOUNCE_ADDRESS');
  await expect(refused({ mailer: app.services.mailer })).rejects.toThrow('SMTP_URL is not set');
  const closed = { ...needs.bounceMailbox, probe: () => Promise.reject(new MailboxUnavailable('ECONNREFUSED')) };
  await expect(refused({ bounceMailbox: closed })).rejects.toThrow('cannot be read: ECONNREFUSED');
  expect(sent).toEqual([]);
  const send = () => Promise.reject(new Error('550 5.7.1\nnot you'));
  await expect(refused({ mailer: { ...needs.mailer, send } })).rejects.toThrow('was not sent: 550 5.7.1 not you');
  const lost = refused({});
  await expect(lost).rejects.toThrow('accepted an email to bounce+…@mail.keep.example, but it is not in the mailbox');
  await expect(lost).rejects.not.toThrow(sent[0]?.returnPath?.envelopeId ?? '');
});
