// Names of HTTP headers shared by pages and server. It imports no schema, so that every page can load it.

/** draft-ietf-httpapi-idempotency-key-header: a random text chosen by the caller, with or without quotation marks. */
export const idempotencyKeyHeader = 'idempotency-key';
