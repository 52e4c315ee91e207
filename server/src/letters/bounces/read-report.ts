// Reads a message of the bounce mailbox: the addresses it came to, and what it reports. Anybody can write there, so everything is bounded.
import PostalMime, { type Email } from 'postal-mime';
import type { Fields } from './bounce-rules.ts';

export interface MailReport {
  /** Where our token may be: the addresses that the message came to, and the name we gave the letter. */
  names: string[];
  /** What it reports about each recipient; null if it is no delivery report. */
  recipients: Fields[] | null;
  /** The report's text for people. */
  explanation: string;
  /** Whether a program wrote it for somebody who is away (RFC 3834). */
  isAutomaticReply: boolean;
}

const limits = { maxNestingDepth: 20, maxHeadersSize: 64 * 1024, forceRfc822Attachments: true } as const;
const namedIn = ['to', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'];
/** The parser takes 60 ms for a thousand lines, however short they are. */
const maxLines = 3000;
const maxParts = 20;
const maxStatusBytes = 16 * 1024;

/** @param source the message, or only its beginning. Returns null if it is not a readable message. */
export async function readReport(source: Uint8Array): Promise<MailReport | null> {
  const message = await PostalMime.parse(firstLines(source), limits).catch(() => null);
  if (!message) return null;
  const valuesOf = (name: string) => message.headers.filter(({ key }) => key === name).map(({ value }) => value);
  const isReport = /^\s*multipart\/report\b/i.test(valuesOf('content-type')[0] ?? '');
  const parts = isReport ? statusParts(message) : null;
  const [aboutMessage, ...aboutRecipients] = parts ?? [];
  const envelopeId = aboutMessage?.get('original-envelope-id') ?? '';
  return {
    names: [...namedIn.flatMap(valuesOf), envelopeId].map((text) => text.slice(0, 1000)),
    recipients: parts && aboutRecipients,
    explanation: message.text?.slice(0, 2000) ?? '',
    isAutomaticReply:
      !isReport &&
      valuesOf('x-failed-recipients').length === 0 && // bounces without a standard form have it
      /^auto-replied/i.test(valuesOf('auto-submitted')[0]?.trim() ?? ''),
  };
}

function firstLines(source: Uint8Array): Uint8Array {
  let end = 0;
  for (let line = 0; line < maxLines; line += 1) {
    end = source.indexOf(10, end) + 1;
    if (end === 0) return source;
  }
  return source.subarray(0, end);
}

/** The groups of fields in the report: the first is about the message, each of the others about a recipient. Null if there is no such part. */
function statusParts({ attachments }: Email): Fields[] | null {
  const part = attachments.find(({ mimeType }) => /^message\/(global-)?delivery-status$/i.test(mimeType));
  if (!part) return null;
  const { content } = part;
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content));
  const text = bytes.subarray(0, maxStatusBytes).toString('latin1');
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/)
    .filter((group) => group.trim() !== '')
    .slice(0, maxParts)
    .map(readFields);
}

/** A line that begins with a space continues the previous line. The first field of a name counts. */
function readFields(group: string): Fields {
  const fields = new Map<string, string>();
  for (const line of group.replace(/\n[ \t]+/g, ' ').split('\n')) {
    const [, name = '', value = ''] = /^([\w-]{1,60}):[ \t]*(.*)$/.exec(line) ?? [];
    if (name && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value.trim());
  }
  return fields;
}
