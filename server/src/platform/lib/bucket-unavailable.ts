// A bucket that cannot be used just now, for any reason. Apart from the bucket itself, whose library is large.

export class BucketUnavailable extends Error {
  override name = 'BucketUnavailable';
}
