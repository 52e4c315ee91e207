// A bucket that cannot be used just now, for any reason. Apart from the bucket itself, whose library is large.
import { codeOf } from './causes.ts';

/** Its message is for the operator. */
export class BucketUnavailable extends Error {
  override name = 'BucketUnavailable';

  constructor({ bucket, endpoint }: { bucket: string; endpoint: string }, cause: unknown) {
    super(`The bucket ${bucket} at ${endpoint} cannot be used now (${codeOf(cause)}).`, { cause });
  }
}
