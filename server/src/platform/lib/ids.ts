// Identifiers and random secrets. UUIDv7 sorts by creation, which keeps the primary keys' indexes compact.
import { randomBytes, randomInt, randomUUID } from 'node:crypto';

/** A UUIDv7 (RFC 9562): 48 bits of Unix milliseconds, then 74 random bits. */
export const newId = (now: Date): string => uuidOf(now, randomBytes(10));

let sequence = randomInt(2 ** 30);
/** Sorts after every previous one of this process, even within a millisecond. */
export function newOrderedId(now: Date): string {
  sequence = (sequence + 1) % 2 ** 32;
  const rest = randomBytes(10);
  // Its 32 bits go around the version, four bits, and the variant, two.
  rest.writeUInt16BE(sequence >>> 20, 0);
  rest.writeUInt16BE((sequence >>> 6) & 0x3fff, 2);
  rest.writeUInt8(((sequence << 2) & 0xff) | (rest.readUInt8(4) & 0b11), 4);
  return uuidOf(now, rest);
}

function uuidOf(now: Date, rest: Buffer): string {
  rest.writeUInt8((rest.readUInt8(0) & 0x0f) | 0x70, 0);
  rest.writeUInt8((rest.readUInt8(2) & 0x3f) | 0x80, 2);
  const text = now.getTime().toString(16).padStart(12, '0') + rest.toString('hex');
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Names a request in the log. */
export const newRequestId = (): string => randomUUID();

/** A session token: 128 random bits, 32 hexadecimal characters. */
export const newSessionToken = (): string => randomBytes(16).toString('hex');

/** A read-only token. Its beginning is in no session token, so neither can stand for the other. */
export const newReadToken = (): string => `rt_${newSessionToken()}`;

/** The master secret: 256 random bits in base64url. */
export const newMasterSecret = (): string => randomBytes(32).toString('base64url');

/** A key of 256 random bits. */
export const newKey = (): Buffer => randomBytes(32);

/** This many random bytes, for a unique salt or nonce. */
export const newSalt = (bytes: number): Buffer => randomBytes(bytes);

/** A link token: 256 random bits in base64url, 43 characters. */
export const newLinkToken = (): string => randomBytes(32).toString('base64url');

/** Whether a text can be one of our ids, in lower case: the database ignores case, but seals and digests are bound to the text. */
export const isId = (text: string): boolean =>
  /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(text);

declare const brand: unique symbol;
/** Ids of two kinds are both texts and must not be mixed up; a brand makes that a type error. */
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** One of our purchase rows: a payment or subscription that an owner started. */
export type PurchaseId = Branded<'purchase'>;
export const newPurchaseId = (now: Date): PurchaseId => newId(now) as PurchaseId;
export const isPurchaseId = (text: string): text is PurchaseId => isId(text);
/** Stripe's own id of a subscription, `sub_…`. */
export type StripeSubscriptionId = Branded<'Stripe subscription'>;
