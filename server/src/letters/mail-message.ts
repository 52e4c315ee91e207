// Composes an outgoing letter with the mail library, the same for every adapter.
import MailComposer from 'nodemailer/lib/mail-composer';
import { encode, wrap } from 'nodemailer/lib/qp';
import type { OutgoingLetter } from './mailer.ts';

/**
 * A MIME message with CRLF, byte for byte the same at every try. The library writes the headers; its streams for the two bodies
 * would cost three times as much.
 */
export function composeMessage(letter: OutgoingLetter): Buffer {
  const message = new MailComposer(optionsOf(letter)).compile();
  const lines = [message.buildHeaders(), ''];
  for (const [at, body] of [letter.text, letter.html].entries()) {
    const part = message.childNodes[at];
    if (!part) throw new Error('the letter lacks a part');
    part.setHeader('Content-Transfer-Encoding', 'quoted-printable');
    lines.push(`--${message.boundary}`, part.buildHeaders(), '', wrap(encode(body.replace(/\r?\n/g, '\r\n'))));
  }
  return Buffer.from([...lines, `--${message.boundary}--`, ''].join('\r\n'));
}

/** Addresses are passed as objects, never as text to parse, so that a quoted "@" cannot change where a letter goes. */
function optionsOf(letter: OutgoingLetter) {
  return {
    from: { name: letter.from.name, address: letter.from.email },
    to: { name: letter.to.name, address: letter.to.email },
    messageId: letter.messageId,
    date: letter.createdAt,
    subject: letter.subject,
    text: letter.text,
    html: letter.html,
    headers: letter.headers,
    baseBoundary: letter.id, // makes every try byte for byte the same
  };
}
