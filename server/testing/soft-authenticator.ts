// A software authenticator for tests: creates key pairs and signs challenges according to the WebAuthn standard.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { api } from '@remembrance/contract/api.ts';
import type { Caller } from './caller.ts';

export interface SoftPasskey {
  id: string;
  privateKey: KeyObject;
  counter: number;
}

interface Ceremony {
  challenge: string;
  origin: string;
  rpId: string;
  /** Reports that the user was not verified. */
  withoutVerification?: boolean;
}

/** The location of the tests' application. */
export const place = { origin: 'http://localhost:3000', rpId: 'localhost' };

/** Adds a passkey to the account of the signed-in caller. */
export async function addPasskey(owner: Caller): Promise<SoftPasskey & { rowId: string }> {
  const { challenge } = await owner.ask(api.beginPasskey);
  const { passkey, answer } = makePasskey({ ...place, challenge });
  const { id } = await owner.ask(api.addPasskey, { body: { name: 'Phone', answer: answer as never } });
  return { ...passkey, rowId: id };
}

const userPresent = 0x01;
const userVerified = 0x04;
const hasCredential = 0x40;

export function makePasskey(ceremony: Ceremony): { passkey: SoftPasskey; answer: object } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const key = map([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]);
  const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
  const authData = Buffer.concat([authenticatorData(ceremony, 0, hasCredential), credential]);
  const attestation = map([
    ['fmt', 'none'],
    ['attStmt', map([])],
    ['authData', authData],
  ]);
  const passkey = { id: id.toString('base64url'), privateKey, counter: 0 };
  const response = {
    clientDataJSON: clientData('webauthn.create', ceremony).toString('base64url'),
    attestationObject: attestation.toString('base64url'),
    transports: ['internal'],
  };
  return { passkey, answer: envelope(passkey, response) };
}

/** Signs an assertion and increments the counter. */
export function assertWith(passkey: SoftPasskey, ceremony: Ceremony): object {
  passkey.counter += 1;
  const data = authenticatorData(ceremony, passkey.counter);
  const client = clientData('webauthn.get', ceremony);
  const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
  return envelope(passkey, {
    clientDataJSON: client.toString('base64url'),
    authenticatorData: data.toString('base64url'),
    signature: sign('sha256', signed, passkey.privateKey).toString('base64url'),
  });
}

const envelope = ({ id }: SoftPasskey, response: object) => ({
  id,
  rawId: id,
  type: 'public-key',
  clientExtensionResults: {},
  response,
});

function authenticatorData({ rpId, withoutVerification = false }: Ceremony, counter: number, more = 0): Buffer {
  const flags = userPresent | more | (withoutVerification ? 0 : userVerified);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count]);
}

const clientData = (type: string, { challenge, origin }: Ceremony): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

// The part of CBOR (RFC 8949) that a passkey needs. A map is already encoded, so that it can be nested.
type Item = number | string | Buffer | CborMap;
class CborMap extends Buffer {}

function map(entries: [Item, Item][]): CborMap {
  const bytes = Buffer.concat([
    head(5, entries.length),
    ...entries.flatMap(([key, value]) => [item(key), item(value)]),
  ]);
  return Object.setPrototypeOf(bytes, CborMap.prototype) as CborMap;
}

function item(value: Item): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (value instanceof CborMap) return value;
  const bytes = Buffer.from(value as string);
  return Buffer.concat([head(typeof value === 'string' ? 3 : 2, bytes.length), bytes]);
}

const head = (kind: number, size: number): Buffer => {
  if (size < 24) return Buffer.from([(kind << 5) | size]);
  return size < 256 ? Buffer.from([(kind << 5) | 24, size]) : Buffer.from([(kind << 5) | 25, size >> 8, size & 0xff]);
};
