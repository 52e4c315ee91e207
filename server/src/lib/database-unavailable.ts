// Tells the faults of the database itself (away, frozen, full, starting) from those of a query. They pass by themselves,
// so anyone who asked may try again.
import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';

/** The server does not run, or no connection to it could be had, so nothing was sent. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** SQLSTATE classes and codes: connection lost, out of disk or memory, shut down by a person, deadlock, time is up. */
const passing = /^(08(?!P01)|53|57P|58030$|57014$|55P03$|25P03$|25006$|40001$|40P01$)/;
/** What the driver says of a connection that was lost, could not be had, or did not answer in time. */
const saidByDriver =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed)/;
const saidBySystem =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ENOENT|ETIMEDOUT|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN|EAGAIN)$/;

export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  if (error instanceof pg.DatabaseError) return passing.test(error.code ?? '');
  // Only what came from a query: a file or another service can fail by the same codes.
  return error instanceof DrizzleQueryError && (isDatabaseUnavailable(error.cause) || isConnectionLost(error.cause));
}

/** At a start, where every connection is one to the database. */
export const isDatabaseAway = (error: unknown): boolean => isDatabaseUnavailable(error) || isConnectionLost(error);

/** Whether the connection itself is of no more use. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof DrizzleQueryError) return isConnectionLost(error.cause);
  if (error instanceof pg.DatabaseError) return /^(08(?!P01)|57P)/.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  return saidByDriver.test(error.message) || saidBySystem.test((error as NodeJS.ErrnoException).code ?? '');
}
