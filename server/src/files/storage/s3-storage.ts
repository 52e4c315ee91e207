// Stores files in a bucket that speaks S3. Large ones are sent in parts, and an upload that fails leaves nothing to read or to pay for.
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { createS3Client, type S3Settings } from '../../platform/lib/bucket.ts';
import { BucketUnavailable } from '../../platform/lib/bucket-unavailable.ts';
import {
  asUnavailable,
  ObjectCutShort,
  ObjectMissing,
  type ObjectStorage,
  ObjectUnreadable,
} from './object-storage.ts';

const partBytes = 8 * 1024 * 1024;
const partsAtOnce = 2;
/** Objects of the installation that are not files: the mark and the journal. */
const isReserved = (key: string): boolean => /^(\.|journal)/.test(key);

export function createS3Storage(settings: S3Settings): ObjectStorage {
  const { bucket: Bucket } = settings;
  const client = createS3Client(settings);
  return {
    nameOf: (key) => key,
    hasRoom: async () => true,
    async put(Key, bytes, sizeBytes) {
      bytes.on('error', () => {}); // a stream that fails before it is read would crash the process; reading it throws the same error
      const Body = Readable.from(counted(bytes, sizeBytes), { objectMode: false });
      const params = { Bucket, Key, Body };
      await new Upload({ client, params, partSize: partBytes, queueSize: partsAtOnce }).done().catch(asUnavailable);
    },
    async read(Key, first, last) {
      const { Body } = await client
        .send(new GetObjectCommand({ Bucket, Key, Range: `bytes=${first}-${Number.isFinite(last) ? last : ''}` }))
        .catch(asUnreadable);
      return Readable.from(available(Body as Readable), { objectMode: false });
    },
    async sizeOf(Key) {
      // HEAD has no body, so the response does not show whether the object or the bucket is missing.
      const { Body, ContentRange = '' } = await client
        .send(new GetObjectCommand({ Bucket, Key, Range: 'bytes=0-0' }))
        .catch(asUnreadable);
      (Body as Readable).on('error', () => {}).resume(); // the one byte it returns is not needed
      return Number(ContentRange.split('/')[1]);
    },
    async remove(Key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key })).catch(asUnavailable);
    },
    async probe() {
      const probe = { Bucket, Key: `probe-${process.pid}` };
      try {
        await client.send(new PutObjectCommand({ ...probe, Body: 'x' }));
        await client.send(new DeleteObjectCommand(probe));
      } catch (cause) {
        asUnavailable(new BucketUnavailable(settings, cause));
      }
    },
    async *listBefore(before) {
      await abortUploads(client, Bucket, before);
      try {
        for await (const page of paginateListObjectsV2({ client }, { Bucket }))
          for (const { Key, LastModified } of page.Contents ?? [])
            if (Key && !isReserved(Key) && LastModified && LastModified < before) yield Key;
      } catch (error) {
        asUnavailable(error);
      }
    },
  };
}

/** Unfinished uploads of a killed process: nobody sees their parts, and the bucket's owner pays for them. */
async function abortUploads(client: S3Client, Bucket: string, before: Date): Promise<void> {
  let next: Pick<ListMultipartUploadsCommandOutput, 'NextKeyMarker' | 'NextUploadIdMarker'> | undefined;
  do {
    const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = next ?? {};
    const page: ListMultipartUploadsCommandOutput = await client
      .send(new ListMultipartUploadsCommand({ Bucket, KeyMarker, UploadIdMarker }))
      .catch(asUnavailable);
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (!(Initiated && Initiated < before)) continue;
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(asUnavailable);
    }
    next = page.IsTruncated ? page : undefined;
  } while (next);
}

async function* counted(bytes: Readable, sizeBytes: number): AsyncGenerator<Buffer> {
  let count = 0;
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      count += chunk.length;
      if (count > sizeBytes) break;
      yield chunk;
    }
  } catch (error) {
    throw new ObjectCutShort('the stream failed', { cause: error });
  }
  if (count !== sizeBytes) throw new ObjectCutShort(`${count > sizeBytes ? 'more' : 'fewer'} bytes than declared`);
}

/** A connection that breaks during the transfer does not mean that the object is damaged. */
async function* available(bytes: Readable): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    asUnavailable(error);
  }
}

function asUnreadable(cause: unknown): never {
  const name = cause instanceof S3ServiceException ? cause.name : '';
  if (name === 'NoSuchKey') throw new ObjectMissing('there is no such object', { cause });
  if (name === 'InvalidRange') throw new ObjectUnreadable('an object cannot be read', { cause });
  return asUnavailable(cause);
}
