// Collects the secrets and addresses that people and the service exchange. They must not appear in any file of a proxy.
import type { Letter } from '../support/mailbox.ts';

/** Shorter texts belong to the protocol. */
const minLength = 8;
/** In the path of a URL, ids and tokens have at least this length; the names in our own paths are shorter. */
const minPartLength = 20;

export interface SentSecrets {
  address(url: string): void;
  /** The values of a JSON body. */
  body(text: string): void;
  cookie(line: string): void;
  letter(letter: Letter): void;
  /** The secrets that a text contains, either plain or URL-encoded. */
  foundIn(text: string): string[];
  count(): number;
}

export function recordSecrets(): SentSecrets {
  const all = new Set<string>();
  const add = (text: string, length = minLength) => void (text.length >= length && all.add(text));
  const address = (url: string) => {
    const { pathname, searchParams, hash } = new URL(url);
    for (const part of pathname.split('/')) add(decodeURIComponent(part), minPartLength);
    for (const value of searchParams.values()) add(value);
    add(hash.slice(1));
  };
  const addValues = (value: unknown): void => {
    if (typeof value === 'string') for (const line of value.split('\n')) add(line);
    if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) addValues(part);
  };
  return {
    address,
    body: (text) => addValues(JSON.parse(text)),
    cookie: (line) => add(/^[^=]+=([^;]*)/.exec(line)?.[1] ?? ''),
    letter({ to, text }) {
      add(to);
      for (const link of text.match(/https?:\/\/\S+/g) ?? []) address(link);
      for (const code of text.match(/\b(?:[0-9A-HJKMNP-TV-Z]{4,5}-)+[0-9A-HJKMNP-TV-Z]{4,5}\b/g) ?? []) add(code);
    },
    foundIn: (text) => [...all].filter((one) => text.includes(one) || text.includes(encodeURIComponent(one))),
    count: () => all.size,
  };
}
