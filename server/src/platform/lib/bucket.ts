// Small objects of a bucket that speaks S3, each written once and read whole: the batches of the journal, and the mark of the
// installation. The objects of files are in vaults/files/storage/s3-storage.ts.
import { randomUUID } from 'node:crypto';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
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
  /** A server that says nothing for so long is taken as unavailable. */
  idleMilliseconds?: number;
}

/** Every call throws BucketUnavailable if the bucket does not do what it is asked. */
export interface Bucket {
  name: string;
  /** @returns false if there is an object of that name, which stays as it is */
  putOnce(key: string, text: string): Promise<boolean>;
  /** Null if there is none. */
  read(key: string): Promise<Buffer | null>;
  remove(key: string): Promise<void>;
  /** Objects whose names begin so, in the order of their names, after one name. */
  list(prefix: string, after?: string): AsyncIterable<{ key: string; writtenAt: Date }>;
  /** @throws {StartRefused} if the server writes an object of the same name again */
  probe(): Promise<void>;
}

const connectMilliseconds = 5000;
const maxAttempts = 3;
/** A journal that waits for longer holds up letters, and its lock in the database. */
const smallIdleMilliseconds = 10_000;

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
  const client = createS3Client({ idleMilliseconds: smallIdleMilliseconds, ...settings });
  const unavailable = (cause: unknown): never => {
    throw new BucketUnavailable(settings, cause);
  };
  const bucket: Bucket = {
    name: Bucket,
    putOnce: (Key, Body) =>
      client.send(new PutObjectCommand({ Bucket, Key, Body, IfNoneMatch: '*' })).then(
        () => true,
        (error) => (isThere(error) ? false : unavailable(error)),
      ),
    async read(Key) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
        return Body ? Buffer.from(await Body.transformToByteArray()) : null;
      } catch (error) {
        return isNamed(error, 'NoSuchKey') ? null : unavailable(error);
      }
    },
    async remove(Key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key })).catch(unavailable);
    },
    async *list(Prefix, StartAfter) {
      let ContinuationToken: string | undefined;
      do {
        const page: ListObjectsV2CommandOutput = await client
          .send(new ListObjectsV2Command({ Bucket, Prefix, StartAfter, ContinuationToken }))
          .catch(unavailable);
        for (const { Key, LastModified } of page.Contents ?? [])
          if (Key && LastModified) yield { key: Key, writtenAt: LastModified };
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
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
