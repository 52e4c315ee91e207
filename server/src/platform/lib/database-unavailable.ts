// Distinguishes temporary failures of the database (down, frozen, full, starting) from errors of a query, so that callers know
// they may try again.
import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';

/** The server is not running or no connection was possible, so nothing was sent. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** SQLSTATE classes and codes: connection lost, out of disk or memory, shut down, deadlock, timeout. */
const temporary = /^(08(?!P01)|53|57P|58030$|57014$|55P03$|25P03$|25006$|40001$|40P01$)/;
/** The driver's messages for a connection that was lost, could not be opened, or timed out. */
const driverMessages =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed)/;
const systemCodes =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ENOENT|ETIMEDOUT|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN|EAGAIN)$/;

export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  if (error instanceof pg.DatabaseError) return temporary.test(error.code ?? '');
  // Only errors of a query: a file or another service can fail with the same codes.
  return error instanceof DrizzleQueryError && (isDatabaseUnavailable(error.cause) || isConnectionLost(error.cause));
}

/** For a start, during which every connection is to the database. A file's error contains its path. */
export const isDatabaseAway = (error: unknown): boolean =>
  isDatabaseUnavailable(error) || (isConnectionLost(error) && !(error instanceof Error && 'path' in error));

/** Whether the connection itself is lost. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof DrizzleQueryError) return isConnectionLost(error.cause);
  if (error instanceof pg.DatabaseError) return /^(08(?!P01)|57P)/.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  return driverMessages.test(error.message) || systemCodes.test((error as NodeJS.ErrnoException).code ?? '');
}

/** Whether the server did not answer a query in time. */
export function isTimeout(error: unknown): boolean {
  if (error instanceof DrizzleQueryError) return isTimeout(error.cause);
  return error instanceof Error && error.message.startsWith('Query read timeout');
}
