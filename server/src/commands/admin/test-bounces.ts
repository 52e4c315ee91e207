// Sends an email to the bounce address, with a token in it as in every return path, and waits until it is in the mailbox.
import { setTimeout as delay } from 'node:timers/promises';
import { returnPathOf } from '../../letters/bounces/return-path.ts';
import { newId } from '../../platform/lib/ids.ts';
import type { Services } from '../../services.ts';
import { CommandRefused } from '../run/command-line.ts';

type Needs = Pick<Services, 'mailer' | 'bounceMailbox' | 'clock' | 'letterDomain' | 'letterSending'> & {
  keyring: Services['keyring'];
  /** Shorter in tests. */
  everyMilliseconds?: number;
};

const maxTries = 30;
const subject = 'A test of the bounce address';
const text = 'npm run admin -- test-bounces has sent it. It needs no answer.';

/** @throws {CommandRefused} with the step that failed */
export async function testBounces(needs: Needs): Promise<string> {
  const { mailer, bounceMailbox, everyMilliseconds = 2000 } = needs;
  const { bounceAddress } = needs.letterSending;
  if (!bounceAddress || !bounceMailbox)
    throw new CommandRefused(
      'Bounces are not read: set BOUNCE_ADDRESS and BOUNCE_IMAP_URL first (docs/guide/bounces.md).',
    );
  if (mailer.kind === 'folder')
    throw new CommandRefused('SMTP_URL is not set, so no email leaves and none comes back.');
  await ask(bounceMailbox.probe());
  const messageId = await send(needs, bounceAddress);
  const started = performance.now();
  for (let tries = 1; tries <= maxTries; tries += 1) {
    await delay(everyMilliseconds);
    if (!(await ask(bounceMailbox.contains(messageId)))) continue;
    const seconds = Math.ceil((performance.now() - started) / 1000);
    return `An email to the bounce address arrived in its mailbox after ${seconds} seconds.`;
  }
  throw new CommandRefused(
    `The mail server accepted an email to ${bounceAddress.replace('@', '+…@')}, but it is not in the mailbox of BOUNCE_IMAP_URL after a minute. Check the MX record of its domain, that its server accepts a plus sign, and the folder; then look for the subject “${subject}”.`,
  );
}

const ask = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
  answer.catch((error: Error) => {
    throw new CommandRefused(
      `The mailbox of BOUNCE_IMAP_URL cannot be read: ${error.message} (docs/guide/bounces.md).`,
    );
  });

async function send({ mailer, keyring, clock, letterDomain, letterSending }: Needs, bounceAddress: string) {
  const createdAt = clock.now();
  const id = newId(createdAt);
  const messageId = `<${id}@${letterDomain}>`;
  const returnPath = returnPathOf(keyring, bounceAddress, id);
  const letter = {
    id,
    messageId,
    from: { name: letterSending.letterhead.productName, email: letterSending.mailFrom },
    to: { name: '', email: returnPath.address },
    replyTo: '',
    subject,
    text: `${text}\n`,
    html: `<p>${text}</p>`,
    createdAt,
    headers: { 'Auto-Submitted': 'auto-replied' }, // the job that reads bounces takes it for an automatic answer
    returnPath,
  };
  await mailer.send(letter).catch((error: Error) => {
    throw new CommandRefused(`The email to the bounce address was not sent: ${error.message.replace(/\s+/g, ' ')}`);
  });
  return messageId;
}
