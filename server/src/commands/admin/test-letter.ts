// Sends a letter to the operator through the service's mailer, and prints the mail server's answer.

import { renderLetter } from '../../letters/templates/render-letter.ts';
import { newId } from '../../platform/lib/ids.ts';
import type { Services } from '../../services.ts';
import { CommandRefused } from '../run/command-line.ts';

type Needs = Pick<Services, 'mailer' | 'clock' | 'letterDomain' | 'operatorEmail' | 'letterSending'>;

const notice = {
  what: 'A test email',
  details: ['npm run admin -- test-letter has sent it. If you can read this, emails are sent and arrive.'],
};

/** @throws {CommandRefused} with the mail server's own answer */
export async function sendTestLetter({ mailer, letterSending, ...needs }: Needs): Promise<string> {
  const { letterhead, mailFrom } = letterSending;
  const createdAt = needs.clock.now();
  const id = newId(createdAt);
  const facts = { ...notice, at: createdAt.toISOString() };
  const to = needs.operatorEmail;
  const letter = {
    id,
    messageId: `<${id}@${needs.letterDomain}>`,
    from: { name: letterhead.productName, email: mailFrom },
    to: { name: '', email: to },
    replyTo: letterhead.supportEmail,
    createdAt,
    headers: {},
    ...renderLetter({ kind: 'operator-notice', facts }, letterhead),
  };
  const answer = await mailer.send(letter).catch((error: Error) => {
    throw new CommandRefused(`The email to ${to} was not sent: ${error.message.replace(/\s+/g, ' ')}`);
  });
  if (mailer.kind === 'folder') return `SMTP_URL is not set, so the email to ${to} is in ${answer}.`;
  return `The mail server accepted an email from ${mailFrom} to ${to}: ${answer}`;
}
