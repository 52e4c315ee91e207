// Distinguishes a wrong bucket setting from a server that is only unavailable. Pure.

import { MarkMissing } from '../files/storage/marked-storage.ts';
import { BucketUnavailable } from '../platform/lib/bucket-unavailable.ts';
import { causesOf, codeOf } from '../platform/lib/causes.ts';
import { Refusal } from '../platform/lib/refusal.ts';
import type { Config } from '../settings/config.ts';
import { isUntrusted } from './reach-database.ts';

/** The S3 error names; servers differ in which they use. */
const kinds: Record<string, RegExp> = {
  S3_BUCKET: /^(NoSuchBucket|InvalidBucketName)$/,
  S3_ACCESS_KEY_ID: /^(InvalidAccessKeyId|AccessDenied|AllAccessDisabled)$/,
  S3_SECRET_ACCESS_KEY: /^SignatureDoesNotMatch$/,
  S3_REGION: /^(AuthorizationHeaderMalformed|PermanentRedirect|IllegalLocationConstraintException|InvalidRegion)$/,
};

/** The line about the wrong setting; undefined for any other fault. */
export function explainBucket(error: unknown, bucket: NonNullable<Config['bucket']>): string | undefined {
  const { endpoint, bucket: name, region, accessKeyId } = bucket;
  const lines: Record<string, string> = {
    S3_BUCKET: `S3_BUCKET is ${name}, and ${endpoint} has no such bucket; create it, or set the right name.`,
    S3_ACCESS_KEY_ID: `S3_ACCESS_KEY_ID is ${accessKeyId}, which may not use the bucket ${name} of ${endpoint}; allow it to put, get, list and delete objects there, or set another key.`,
    S3_SECRET_ACCESS_KEY: `S3_SECRET_ACCESS_KEY is not the secret of ${accessKeyId} at ${endpoint}; set the right secret.`,
    S3_REGION: `S3_REGION is ${region}, but the bucket ${name} is in another region; set that region.`,
  };
  for (const { name: kind, code = '' } of causesOf(error)) {
    const setting = Object.keys(kinds).find((one) => kinds[one]?.test(kind));
    if (setting) return lines[setting];
    if (isUntrusted(code) || code === 'ERR_TLS_CERT_ALTNAME_INVALID')
      return `S3_ENDPOINT is ${endpoint}, whose certificate nobody here trusts (${code}); name its authority in NODE_EXTRA_CA_CERTS, or set the right address.`;
  }
  return undefined;
}

/** For a command, which does not wait: the line about a wrong setting, or about a bucket that cannot be used now. */
export function explainBucketNow(error: unknown, bucket: NonNullable<Config['bucket']>): string | undefined {
  const line = explainBucket(error, bucket);
  if (line || !isUnavailable(error)) return line;
  const { endpoint, bucket: name } = bucket;
  if (error.cause instanceof MarkMissing)
    return `S3_BUCKET is ${name}, which lacks the mark of this installation; set the right bucket.`;
  return `S3_ENDPOINT is ${endpoint}, and its bucket ${name} cannot be used now (${codeOf(error.cause)}); try again later, or set the right address.`;
}

const isUnavailable = (error: unknown): error is Error =>
  error instanceof BucketUnavailable || (error instanceof Refusal && error.code === 'storage-unavailable');
