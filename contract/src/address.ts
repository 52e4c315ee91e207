// Extracts the mail address a person meant to type or paste: without the name, "mailto:", the full stop of the sentence, and
// invisible characters. Pages and service read addresses the same way.
import { withoutInvisible } from './invisible.ts';
import { lengths } from './limits.ts';

/** Longer texts are refused for their length and not processed. */
const longestTyped = 1000;

/** The intended address, in ASCII if possible. It may still be invalid. */
export const readAddress = (typed: string): string =>
  typed.length > longestTyped ? typed : withPlainDomain(plainAddress(typed));

/** The same address in its original script. */
export function plainAddress(typed: string): string {
  if (typed.length > longestTyped) return typed;
  let address = withFullWidthAsPlain(withoutInvisible(typed)).trim();
  // Each step shortens the text and may uncover work for another step, for example in a quoted address in brackets before a full stop.
  for (;;) {
    const bare = withoutLink(withoutFrame(withoutName(withoutEnd(address))));
    if (bare === address) return address;
    address = bare;
  }
}

/** Replaces the full-width characters that Chinese and Japanese keyboards type instead of ASCII. */
const withFullWidthAsPlain = (text: string): string =>
  text
    .replace(/[\uff01-\uff5e]/gu, (wide) => String.fromCodePoint((wide.codePointAt(0) ?? 0) - 0xfee0))
    .replace(/[\u3002\uff61]/gu, '.')
    .replaceAll('\u3000', ' ');

/** Removes the punctuation of a sentence or list after an address. */
const withoutEnd = (text: string): string => text.replace(/[\s.,;]+$/u, '');

/** Handles `Anna Berg <anna@example.org>`, as mail programs copy it. A name that contains another address is left to be refused. */
function withoutName(text: string): string {
  const [, name = '', address = ''] = /^([^<>\p{Cc}]*)<([^<>]*)>$/u.exec(text) ?? [];
  const isSomebodyElse = name.includes('@') && !name.includes(address);
  return address === '' || isSomebodyElse ? text : address;
}

/** Removes quotes and brackets around it, and a remark after it: `anna@example.org (Anna)`. */
function withoutFrame(text: string): string {
  const [, inside = ''] =
    /^(?:"(.*)"|“(.*)”|„(.*)[“”]|‘(.*)’|'(.*)'|«(.*)»|\((.*)\)|\[(.*)\])$/su.exec(text)?.filter(Boolean) ?? [];
  if (inside) return inside.trim();
  return text.replace(/(\S)\s+\([^()<>@]*\)$/u, '$1');
}

function withoutLink(text: string): string {
  const [, path = ''] = /^mailto:([^?]*)(\?.*)?$/isu.exec(text) ?? [];
  try {
    return path === '' ? text : decodeURIComponent(path).trim();
  } catch {
    return path;
  }
}

/** A domain in another script is used and compared in its ASCII form; some browsers convert it themselves. */
function withPlainDomain(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  if (at < 0 || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) || /^[\p{ASCII}]*$/u.test(domain)) return address;
  try {
    return `${address.slice(0, at)}@${new URL(`http://${domain}`).hostname}`;
  } catch {
    return address;
  }
}

/** Whether a text that is not an address contains several different ones. */
export function holdsSeveralAddresses(text: string): boolean {
  if (text.length > longestTyped) return false;
  const parts = text.toLowerCase().split(/[\s,;:<>()[\]"'“”„‘’«»/|&]+/u);
  const addresses = parts.filter((part) => /^[^@]+@[^@]+\.[^@]+$/u.test(part)).map(withoutEnd);
  return new Set(addresses).size > 1;
}

/** The first character before the @ that few mail servers accept; undefined if there is none. */
export function foreignLetter(address: string): string | undefined {
  const mailbox = address.slice(0, Math.max(address.lastIndexOf('@'), 0));
  if (mailbox.length > lengths.email || /[\s<>@]/u.test(mailbox)) return undefined;
  return /[^\p{ASCII}]\p{M}*/u.exec(mailbox.normalize('NFC'))?.[0];
}
