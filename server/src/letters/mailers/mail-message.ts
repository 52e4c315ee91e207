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

/** What a person reads of a message that `composeMessage` has written. */
export function readMessage(message: Buffer): Pick<OutgoingLetter, 'subject' | 'text' | 'html'> {
  const [head = '', text = '', html = ''] = message.toString().split(/\r\n----_NmP-[^\r]+\r\n/);
  const [, subject = ''] = /^Subject: (.*)$/m.exec(head.replace(/\r\n(?=[ \t])/g, '')) ?? [];
  return { subject: readWords(subject.trimEnd()), text: readBody(text), html: readBody(html) };
}

const readBody = (part: string): string => {
  const encoded = part.slice(part.indexOf('\r\n\r\n') + 4).replace(/=\r\n/g, '');
  return unquote(encoded).replaceAll('\r\n', '\n');
};

/** Encoded words of a header; the space between two of them does not count. */
const readWords = (header: string): string =>
  header
    .replace(/\?=[ \t]+(?==\?)/g, '?=')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString() : unquote(word.replaceAll('_', ' ')),
    );

const unquote = (text: string): string =>
  Buffer.from(
    text.replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();
