// A bucket that cannot be used just now, for any reason. It is not in bucket.ts, because that loads a large library.
import { codeOf } from './causes.ts';

/** Its message is for the operator. */
export class BucketUnavailable extends Error {
  override name = 'BucketUnavailable';

  constructor({ bucket, endpoint }: { bucket: string; endpoint: string }, cause: unknown) {
    super(`The bucket ${bucket} at ${endpoint} cannot be used now (${codeOf(cause)}).`, { cause });
  }
}
