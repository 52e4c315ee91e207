// Small objects in an S3 bucket, each written once and read completely: the journal's batches, and the mark of the
// installation. s3-storage.ts in files/storage stores the objects of files.
import { randomUUID } from 'node:crypto';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { BucketUnavailable } from './bucket-unavailable.ts';
import { StartRefused } from './start-refused.ts';

export interface S3Settings {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** A server that does not answer a request within this time counts as unavailable. */
  idleMilliseconds?: number;
}

/** Every call throws BucketUnavailable if the bucket does not execute it. */
export interface Bucket {
  name: string;
  /** @returns false if an object of that name exists, which is not changed */
  putOnce(key: string, text: string): Promise<boolean>;
  /** Null if the object does not exist. */
  read(key: string): Promise<Buffer | null>;
  remove(key: string): Promise<void>;
  /** The objects with this prefix after one name, ordered by name. */
  list(prefix: string, after?: string): AsyncIterable<{ key: string; writtenAt: Date }>;
  /** @throws {StartRefused} if the server overwrites an existing object */
  probe(): Promise<void>;
}

const connectMilliseconds = 5000;
const maxAttempts = 3;
/** A small object, with all attempts. A process that is cut off delays letters no longer than a few of these calls. */
const smallCallMilliseconds = 9000;

export function createS3Client(settings: S3Settings): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey, idleMilliseconds = 30_000 } = settings;
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    maxAttempts,
    // By default checksums are sent in a framing that some servers store as part of the object.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectMilliseconds,
      requestTimeout: idleMilliseconds,
      throwOnRequestTimeout: true,
    },
  });
}

export function openBucket(settings: S3Settings): Bucket {
  const { bucket: Bucket } = settings;
  const client = createS3Client({ idleMilliseconds: smallCallMilliseconds, ...settings });
  const inTime = () => ({ abortSignal: AbortSignal.timeout(smallCallMilliseconds) });
  const unavailable = (cause: unknown): never => {
    throw new BucketUnavailable(settings, cause);
  };
  const bucket: Bucket = {
    name: Bucket,
    putOnce: (Key, Body) =>
      client.send(new PutObjectCommand({ Bucket, Key, Body, IfNoneMatch: '*' }), inTime()).then(
        () => true,
        (error) => (isThere(error) ? false : unavailable(error)),
      ),
    async read(Key) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }), inTime());
        return Body ? Buffer.from(await Body.transformToByteArray()) : null;
      } catch (error) {
        return isNamed(error, 'NoSuchKey') ? null : unavailable(error);
      }
    },
    async remove(Key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key }), inTime()).catch(unavailable);
    },
    async *list(Prefix, StartAfter) {
      try {
        for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix, StartAfter }))
          for (const { Key, LastModified } of page.Contents ?? [])
            if (Key && LastModified) yield { key: Key, writtenAt: LastModified };
      } catch (error) {
        unavailable(error);
      }
    },
    async probe() {
      const key = `probe-${randomUUID()}`;
      const isPossible = await putTwice(key).catch(
        (error) => !isNamed(error.cause, 'NotImplemented') && Promise.reject(error),
      );
      await bucket.remove(key);
      if (!isPossible) throw new StartRefused(overwrites(settings));
    },
  };
  const putTwice = async (key: string) => {
    await bucket.putOnce(key, 'x');
    return !(await bucket.putOnce(key, 'y'));
  };
  return bucket;
}

const isNamed = (error: unknown, name: string): boolean => error instanceof S3ServiceException && error.name === name;
const isThere = (error: unknown): boolean => isNamed(error, 'PreconditionFailed');

const overwrites = ({ endpoint }: S3Settings): string =>
  `S3_ENDPOINT is ${endpoint}, which ignores If-None-Match, so the journal cannot be in its bucket; set JOURNAL_DIR to the folder that holds the journal now. Ceph ignores it where the bucket has versions.`;
