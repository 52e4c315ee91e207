// Converts an outgoing letter to the mail library's format, the same for every adapter.
import type { SendMailOptions } from 'nodemailer';
import type { OutgoingLetter } from './mailer.ts';

/** Addresses are passed as objects, never as text to parse, so that a quoted "@" cannot change where a letter goes. */
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
    baseBoundary: letter.id, // makes every try byte for byte the same
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
