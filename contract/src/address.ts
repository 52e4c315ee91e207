// What a person means who types or pastes a mail address: without its name, "mailto:", the dot that ended the sentence, and
// characters that nobody sees. Pages and service read addresses the same way.
import { withoutInvisible } from './invisible.ts';
import { lengths } from './limits.ts';

/** Longer texts are refused for their length and are not read. */
const longestTyped = 1000;

/** The address that was meant, in ASCII where it can be. It may still be none. */
export const readAddress = (typed: string): string =>
  typed.length > longestTyped ? typed : withPlainDomain(plainAddress(typed));

/** The same, in the letters it was typed in. */
export function plainAddress(typed: string): string {
  if (typed.length > longestTyped) return typed;
  let address = withFullWidthAsPlain(withoutInvisible(typed)).trim();
  // Each step makes it shorter, and one may uncover another: a quoted address in brackets, with a full stop.
  for (;;) {
    const bare = withoutLink(withoutFrame(withoutName(withoutEnd(address))));
    if (bare === address) return address;
    address = bare;
  }
}

/** What Chinese and Japanese keyboards type in place of ASCII. */
const withFullWidthAsPlain = (text: string): string =>
  text
    .replace(/[\uff01-\uff5e]/gu, (wide) => String.fromCodePoint((wide.codePointAt(0) ?? 0) - 0xfee0))
    .replace(/[\u3002\uff61]/gu, '.')
    .replaceAll('\u3000', ' ');

/** What ends a sentence or a list after an address. */
const withoutEnd = (text: string): string => text.replace(/[\s.,;]+$/u, '');

/** `Anna Berg <anna@example.org>`, as mail programs copy it. A name with another address in it is left for the refusal. */
function withoutName(text: string): string {
  const [, name = '', address = ''] = /^([^<>\p{Cc}]*)<([^<>]*)>$/u.exec(text) ?? [];
  const isSomebodyElse = name.includes('@') && !name.includes(address);
  return address === '' || isSomebodyElse ? text : address;
}

/** Quotes and brackets around it, and a remark after it: `anna@example.org (Anna)`. */
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

/** A domain in other letters is written to and compared in its ASCII form; some browsers do this themselves. */
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

/** Whether a text that is not an address holds several different ones. */
export function holdsSeveralAddresses(text: string): boolean {
  if (text.length > longestTyped) return false;
  const parts = text.toLowerCase().split(/[\s,;:<>()[\]"'“”„‘’«»/|&]+/u);
  const addresses = parts.filter((part) => /^[^@]+@[^@]+\.[^@]+$/u.test(part)).map(withoutEnd);
  return new Set(addresses).size > 1;
}

/** The first letter before the @ that few mail servers accept; undefined if there is none. */
export function foreignLetter(address: string): string | undefined {
  const mailbox = address.slice(0, Math.max(address.lastIndexOf('@'), 0));
  if (mailbox.length > lengths.email || /[\s<>@]/u.test(mailbox)) return undefined;
  return /[^\p{ASCII}]\p{M}*/u.exec(mailbox.normalize('NFC'))?.[0];
}
