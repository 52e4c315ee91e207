// An outgoing letter in the terms of the mail library, the same for every adapter.
import type { SendMailOptions } from 'nodemailer';
import type { OutgoingLetter } from './mailer.ts';

/** Addresses are handed over as objects, never as text to be parsed: a quoted "@" must not choose where a letter goes. */
export function mailMessage(letter: OutgoingLetter): SendMailOptions {
  return {
    from: { name: letter.from.name, address: letter.from.email },
    to: { name: letter.to.name, address: letter.to.email },
    envelope: { from: letter.from.email, to: [letter.to.email] },
    messageId: letter.messageId,
    date: letter.createdAt,
    subject: letter.subject,
    text: letter.text,
    html: letter.html,
    headers: letter.headers,
    baseBoundary: letter.id, // a letter is the same bytes at every try
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
