// An owner's unsent work is sealed in this browser, under keys that the service gives only to the signed-in owner. After a sign-out, or
// once the account is gone, nobody can read it, not even the next owner who signs in here. The keys stay in this page's memory.
import { gcm } from '@noble/ciphers/aes.js';
import { hexToBytes, utf8ToBytes } from '@noble/ciphers/utils.js';
import { attempt } from '../../lib/browser/attempt.ts';
import { removeOldDrafts } from '../../people/sessions/find-unsent-work.ts';
import type { DraftStore } from '../../people/sessions/forget-on-sign-out.ts';
import { type CopySource, copiedFile, sourceOf } from '../files/upload/copied-file.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const nonceBytes = 12;
const tagBytes = 16;
/** Files are sealed in chunks of this size, so that a file never has to be in memory as a whole. */
const pieceBytes = 4 * 1024 * 1024;
const sealedPieceBytes = pieceBytes + nonceBytes + tagBytes;

let keys: readonly Bytes[] = [];

/** @param hex the first key seals, and each may have sealed stored data */
export function openDrafts(hex: readonly string[], now: Date): void {
  keys = hex.map((key) => new Uint8Array(hexToBytes(key)));
  attempt(() => removeOldDrafts(localStorage, now));
}

/** From now on this page neither stores anything nor reads what is stored. */
export function closeDrafts(): void {
  keys = [];
}

export const areDraftsOpen = (): boolean => keys.length > 0;

/** This browser's storage, sealed. Undefined without the keys, and if storage is disabled. */
export const browserStore = (): DraftStore | undefined =>
  areDraftsOpen() ? attempt(() => sealedStore(localStorage)) : undefined;

/** False if writing is refused, as in some private windows. */
export function isStorageEnabled(): boolean {
  const key = 'storage-check';
  const isWritten = attempt(() => {
    localStorage.setItem(key, '');
    localStorage.removeItem(key);
    return true;
  });
  return isWritten === true;
}

/** Seals each value for its key. A value that was sealed for somebody else, or altered, reads as missing. */
export function sealedStore(store: DraftStore): DraftStore {
  return {
    getItem: (key) => attempt(() => openText(store.getItem(key) ?? '', key)) ?? null,
    setItem: (key, text) => store.setItem(key, `${Date.now()}:${sealText(text, key)}`),
    removeItem: (key) => store.removeItem(key),
    key: (index) => store.key(index),
    get length() {
      return store.length;
    },
  };
}

function sealText(text: string, context: string): string {
  const nonce = newNonce();
  const sealed = gcm(firstKey(), nonce, utf8ToBytes(context)).encrypt(utf8ToBytes(text));
  return asLetters(nonce) + asLetters(sealed);
}

/** Undefined if no key opens it. */
function openText(stored: string, context: string): string | undefined {
  const bytes = Uint8Array.from(stored.slice(stored.indexOf(':') + 1), (letter) => letter.charCodeAt(0));
  const cipherOf = (key: Bytes) => gcm(key, bytes.subarray(0, nonceBytes), utf8ToBytes(context));
  const opened = keys.map((key) => attempt(() => cipherOf(key).decrypt(bytes.subarray(nonceBytes))));
  const text = opened.find((found) => found !== undefined);
  return text && new TextDecoder('utf-8', { ignoreBOM: true }).decode(text);
}

/** A sealed file: its name, type and time, and its bytes. */
export interface SealedFile {
  facts: Bytes;
  content: Blob;
}

interface FileFacts {
  name: string;
  type: string;
  lastModified: number;
  /** Of a file that is copied from another vault. */
  source?: CopySource | undefined;
}

/** @param context its purpose; it opens only with the same context */
export async function sealFile(file: File, context: string): Promise<SealedFile> {
  const { name, type, lastModified } = file;
  const key = await importKey(firstKey());
  const source = sourceOf(file);
  const facts = new TextEncoder().encode(JSON.stringify({ name, type, lastModified, source } satisfies FileFacts));
  const pieces: Blob[] = [];
  for (let at = 0; at < file.size; at += pieceBytes) {
    const piece = await file.slice(at, at + pieceBytes).arrayBuffer();
    pieces.push(new Blob([await seal(key, piece, `${context} ${at}`)]));
  }
  return { facts: await seal(key, facts, context), content: new Blob(pieces) };
}

/** Undefined if no key opens it, or it was altered. */
export async function openFile(sealed: SealedFile, context: string): Promise<File | undefined> {
  for (const bytes of keys) {
    const opened = await openWith(bytes, sealed, context).catch(() => undefined);
    if (opened) return opened;
  }
  return undefined;
}

async function openWith(bytes: Bytes, { facts, content }: SealedFile, context: string): Promise<File> {
  const key = await importKey(bytes);
  const known: FileFacts = JSON.parse(new TextDecoder().decode(await open(key, facts, context)));
  const { name, type, lastModified, source } = known;
  if (source) return copiedFile(name, { type, lastModified }, source);
  const pieces: Blob[] = [];
  for (let at = 0, from = 0; from < content.size; at += pieceBytes, from += sealedPieceBytes) {
    const piece = new Uint8Array(await content.slice(from, from + sealedPieceBytes).arrayBuffer());
    pieces.push(new Blob([await open(key, piece, `${context} ${at}`)]));
  }
  return new File(pieces, name, { type, lastModified });
}

const importKey = (bytes: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);

async function seal(key: CryptoKey, content: BufferSource, context: string): Promise<Bytes> {
  const nonce = newNonce();
  const sealed = await crypto.subtle.encrypt(algorithm(nonce, context), key, content);
  return new Uint8Array(await new Blob([nonce, sealed]).arrayBuffer());
}

const open = (key: CryptoKey, sealed: Bytes, context: string): Promise<ArrayBuffer> =>
  crypto.subtle.decrypt(algorithm(sealed.slice(0, nonceBytes), context), key, sealed.slice(nonceBytes));

const algorithm = (iv: Bytes, context: string): AesGcmParams => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(context),
});

function firstKey(): Bytes {
  const [first] = keys;
  if (!first) throw new Error('there is no key for drafts yet');
  return first;
}

const newNonce = (): Bytes => crypto.getRandomValues(new Uint8Array(nonceBytes));

/** One character per byte, because browsers store strings. */
const asLetters = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
