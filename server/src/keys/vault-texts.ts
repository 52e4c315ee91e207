// The texts of one vault, sealed under a key derived from its data key. Each is a compact JWE (RFC 7516, dir with A256GCM), which any
// library for it opens, and is bound to the vault and to its own name, so that no text opens in the place of another. Node's own cipher
// is used because it is done in a tenth of a library's time, and a page has many texts.
import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { newSalt } from '../lib/ids.ts';
import { Refusal, refuse } from '../lib/refusal.ts';

/** What a text is within its vault. */
export type TextName = 'message' | 'question' | `file/${string}/${'name' | 'caption' | 'transcript'}`;

export interface VaultTexts {
  seal(name: TextName, text: string): string;
  /**
   * @param isSealed whether it is; a row from before texts were sealed has plain ones
   * @throws {Refusal} vault-unreadable, when the key is missing, or the text was altered or made for another place
   */
  open(name: TextName, stored: string, isSealed: boolean): string;
}

const cipherName = 'aes-256-gcm';
const tagBytes = 16;
const encoded = (text: string): string => Buffer.from(text, 'utf8').toString('base64url');

/**
 * @param dataKey why not, where it cannot be unwrapped now
 * @param onUnreadable is called for each text that cannot be opened or sealed
 */
export function createVaultTexts(
  vaultId: string,
  dataKey: Buffer | Error,
  onUnreadable: (vaultId: string, cause: unknown) => void,
): VaultTexts {
  const key = dataKey instanceof Error ? dataKey : textKey(vaultId, dataKey);
  const headerOf = (name: TextName) =>
    encoded(JSON.stringify({ alg: 'dir', enc: 'A256GCM', ctx: `vault/${vaultId}/${name}` }));
  return {
    seal(name, text) {
      if (!(key instanceof Error)) return sealText(key, headerOf(name), text);
      onUnreadable(vaultId, key);
      return refuse('vault-unreadable');
    },
    open(name, stored, isSealed) {
      if (!isSealed) return stored;
      try {
        if (key instanceof Error) throw key;
        return openText(key, headerOf(name), stored);
      } catch (cause) {
        onUnreadable(vaultId, cause);
        return refuse('vault-unreadable');
      }
    },
  };
}

/** What `read` returns, or null where a text in it cannot be opened. */
export function unlessUnreadable<Read>(read: () => Read): Read | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'vault-unreadable') return null;
    throw error;
  }
}

const textKey = (vaultId: string, dataKey: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', dataKey, '', `vault/${vaultId}/texts`, 32));

function sealText(key: Buffer, header: string, text: string): string {
  const nonce = newSalt(12);
  const cipher = createCipheriv(cipherName, key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(header, 'ascii'));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return [header, '', ...[nonce, sealed, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.');
}

function openText(key: Buffer, header: string, stored: string): string {
  const [madeFor, , ...parts] = stored.split('.');
  if (madeFor !== header) throw new Error('a text of another vault or another place');
  const [nonce, sealed, tag] = parts.map((part) => Buffer.from(part, 'base64url'));
  if (!(nonce && sealed && tag)) throw new Error('not a sealed text');
  const decipher = createDecipheriv(cipherName, key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(header, 'ascii'));
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
}
