// Composes an outgoing letter with the mail library, the same for every adapter.
import MimeNode from 'nodemailer/lib/mime-node';
import { encode, wrap } from 'nodemailer/lib/qp';
import type { OutgoingLetter } from './mailer.ts';

/**
 * A MIME message with CRLF, byte for byte the same at every try. The library writes only the parts that differ between letters. We
 * write the two bodies ourselves: their headers are constant, and the library would take several times as long.
 */
export function composeMessage(letter: OutgoingLetter): Buffer {
  const message = new MimeNode('multipart/alternative', { baseBoundary: letter.id }); // a random one would differ at every try
  message.setHeader({
    ...letter.headers,
    // Addresses are passed as objects, never as text to parse, so that a quoted "@" cannot redirect a letter.
    from: { name: letter.from.name, address: letter.from.email },
    to: { name: letter.to.name, address: letter.to.email },
    ...(letter.replyTo && { 'reply-to': { name: '', address: letter.replyTo } }),
    subject: letter.subject,
    'message-id': letter.messageId,
    date: letter.createdAt.toUTCString().replace('GMT', '+0000'),
  });
  const head = message.buildHeaders();
  const between = `--${message.boundary}`;
  const lines = [
    head,
    '',
    between,
    partOf('plain', letter.text),
    between,
    partOf('html', letter.html),
    `${between}--`,
    '',
  ];
  return Buffer.from(lines.join('\r\n'));
}

const partOf = (kind: 'plain' | 'html', body: string): string =>
  [
    `Content-Type: text/${kind}; charset=utf-8`,
    'Content-Transfer-Encoding: quoted-printable',
    '',
    wrap(encode(body.replace(/\r?\n/g, '\r\n'))),
  ].join('\r\n');
