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

/** What a TLS library says without a word about the setting that is wrong. */
const unclear: [RegExp, string][] = [
  [
    /wrong version number|packet length too long/,
    "the mail server's port does not begin with TLS; with STARTTLS begin SMTP_URL with smtp:// and end it with ?requireTLS=true",
  ],
  [
    /unable to (?:verify|get)|self-signed/,
    "the mail server's certificate is of no authority that is known here; if that is your own, set NODE_EXTRA_CA_CERTS to the authority's file (docs/guide/settings.md)",
  ],
];

const explain = (message: string): string =>
  unclear.find(([pattern]) => pattern.test(message))?.[1] ?? message.replace(/\s+/g, ' ');

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
    throw new CommandRefused(`The email to ${to} was not sent: ${explain(error.message)}`);
  });
  if (mailer.kind === 'folder') return `SMTP_URL is not set, so the email to ${to} is in ${answer}.`;
  return `The mail server accepted an email from ${mailFrom} to ${to}: ${answer}`;
}
