// Stores or removes the owner's picture. The previous one is deleted after the new one is stored.
import { Readable } from 'node:stream';
import { maxPictureBytes } from '@remembrance/contract/limits.ts';
import { type ObjectStorage, storeObject } from '../files/storage/object-storage.ts';
import { registerObject, unregisterObject } from '../files/stored/file-store.ts';
import { changeUser, lockUser, type UserRow } from '../people/users/user-store.ts';
import type { Database } from '../platform/database/transaction.ts';
import type { Clock } from '../platform/lib/clock.ts';
import { newId } from '../platform/lib/ids.ts';
import { refuse } from '../platform/lib/refusal.ts';
import { extensionOf, pictureTypeOf } from './picture-rules.ts';

export interface PictureNeeds {
  database: Database;
  clock: Clock;
  storage: ObjectStorage;
}
interface Sent {
  ownerId: string;
  /** The Content-Length header. */
  declaredLength: string | undefined;
  bytes: Readable;
}

const address = '/api/account/picture/';

/** The object path of an owner's picture by its URL, or null if they have no such picture. */
export function picturePath(
  profileImageUrl: string | null,
  name = profileImageUrl?.slice(address.length),
): string | null {
  if (!name || profileImageUrl !== address + name) return null;
  const [id = ''] = name.split('.');
  return `pictures/${id}`;
}

export async function setPicture(needs: PictureNeeds, { ownerId, declaredLength, bytes }: Sent): Promise<UserRow> {
  const picture = await readWhole(bytes, lengthOf(declaredLength));
  const type = pictureTypeOf(picture);
  if (!type) refuse('picture-refused');
  const id = newId(needs.clock.now());
  const path = `pictures/${id}`;
  await storeObject(needs.storage, { path, bytes: Readable.from([picture]), sizeBytes: picture.length });
  return replacePicture(needs, ownerId, { path, url: `${address}${id}.${extensionOf(type)}` });
}

export const removePicture = (needs: PictureNeeds, ownerId: string): Promise<UserRow> =>
  replacePicture(needs, ownerId, null);

async function replacePicture(needs: PictureNeeds, ownerId: string, picture: { path: string; url: string } | null) {
  const { user, earlier } = await needs.database.transaction(async (tx) => {
    const before = await lockUser(tx, ownerId);
    const user = await changeUser(tx, ownerId, { profileImageUrl: picture?.url ?? null }, needs.clock.now());
    if (!before || !user || before.deletedAt) refuse('unauthorized');
    const earlier = picturePath(before.profileImageUrl);
    if (earlier) await unregisterObject(tx, earlier);
    if (picture) await registerObject(tx, picture.path, ownerId);
    return { user, earlier };
  });
  // If this fails, the object no longer has a row, and the sweep removes it.
  if (earlier) await needs.storage.remove(earlier).catch(() => undefined);
  return user;
}

function lengthOf(declared: string | undefined): number {
  if (declared === undefined || !/^\d{1,15}$/.test(declared)) refuse('length-required');
  if (Number(declared) > maxPictureBytes) refuse('too-large', { detail: 'A picture may have at most 2 MB.' });
  return Number(declared);
}

async function readWhole(bytes: Readable, length: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of bytes as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > length) break;
      parts.push(part);
    }
  } catch {
    refuse('upload-incomplete');
  }
  if (size !== length) refuse('upload-incomplete');
  return Buffer.concat(parts, size);
}
