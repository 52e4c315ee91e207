// The return path of a letter: an address of ours that names the letter and proves that we made it. Bounces come back to it.
import { timingSafeEqual } from 'node:crypto';
import { type Keyring, withoutLabel } from '../../keys/secret/keyring.ts';
import { isId } from '../../platform/lib/ids.ts';

// Lower-case letters and digits only, because mail servers may change the case of an address.
const idLength = 26;
const proofLength = 16;
/** 80 bits. A guess can only cause a doubt about one letter. */
const proofHexDigits = 20;

const compact = (hex: string, length: number): string => BigInt(`0x${hex}`).toString(32).padStart(length, '0');
const proofIn = (digest: string): string => compact(withoutLabel(digest).slice(0, proofHexDigits), proofLength);

/** Names the letter. Every server on its way can read it, so it opens nothing. */
const bounceToken = (keyring: Pick<Keyring, 'digest'>, letterId: string): string =>
  `${compact(letterId.replaceAll('-', ''), idLength)}.${proofIn(keyring.digest('return-path', letterId))}`;

/** @param bounceAddress where every bounce goes; the token follows a plus sign in it */
export function returnPathOf(keyring: Pick<Keyring, 'digest'>, bounceAddress: string, letterId: string) {
  const envelopeId = bounceToken(keyring, letterId);
  return { address: bounceAddress.replace('@', `+${envelopeId}@`), envelopeId };
}

/** The id of the letter that a token names; null if we made the token under neither this secret nor an earlier one. */
function readBounceToken(keyring: Pick<Keyring, 'digests'>, token: string): string | null {
  const [, name = '', proof = ''] = /^([\da-v]{26})\.([\da-v]{16})$/.exec(token.toLowerCase()) ?? [];
  const letterId = idIn(name);
  if (!letterId) return null;
  const given = Buffer.from(proof);
  const isBy = (digest: string) => timingSafeEqual(Buffer.from(proofIn(digest)), given);
  return keyring.digests('return-path', letterId).map(isBy).includes(true) ? letterId : null;
}

function idIn(name: string): string | null {
  if (name === '') return null;
  const hex = [...name].reduce((sum, digit) => sum * 32n + BigInt(Number.parseInt(digit, 32)), 0n).toString(16);
  const id = hex.padStart(32, '0').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return isId(id) ? id : null;
}

/** The first of our letters that the texts name, such as the addresses that a bounce went to. */
export function findLetterIn(keyring: Pick<Keyring, 'digests'>, texts: readonly string[]): string | null {
  const tokens = texts.flatMap((text) => text.match(/(?<![\da-v])[\da-v]{26}\.[\da-v]{16}(?![\da-v])/gi) ?? []);
  for (const token of new Set(tokens.slice(0, maxTokens))) {
    const letterId = readBounceToken(keyring, token);
    if (letterId) return letterId;
  }
  return null;
}

/** A hostile report may name thousands. */
const maxTokens = 20;
