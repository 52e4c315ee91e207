// Names of HTTP headers shared by pages and server. It imports no schema, so that every page can load it.

/** draft-ietf-httpapi-idempotency-key-header: a random text chosen by the caller, with or without quotation marks. */
export const idempotencyKeyHeader = 'idempotency-key';

/** The id of the owner for whom a page writes. A browser has one session for all its tabs, and it may be another owner's by then. */
export const accountHeader = 'account-id';
