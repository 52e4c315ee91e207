// Which errors mean "try again": a lost connection, a full or frozen server. An error of the query itself never does.
import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';
import { expect, test } from 'vitest';
import {
  DatabaseUnavailable,
  isConnectionLost,
  isDatabaseAway,
  isDatabaseUnavailable,
  isTimeout,
} from './database-unavailable.ts';

const sqlState = (code: string) => Object.assign(new pg.DatabaseError('refused', 1, 'error'), { code });
const system = (code: string) => Object.assign(new Error('failed'), { code });
const query = (cause: unknown) => new DrizzleQueryError('select $1', ['rosa@example.com'], cause as Error);
/** Whether the error is temporary and whether it means a lost connection, when a query throws it. */
const verdicts = (cause: unknown) => [isDatabaseUnavailable(query(cause)), isConnectionLost(query(cause))];

test.each([
  ...['08000', '08003', '08006', '57P01', '57P02', '57P03'].map((code) => [code, true, true] as const),
  ...['53100', '53200', '53300', '58030', '57014', '55P03', '25P03', '25006', '40001', '40P01'].map(
    (code) => [code, true, false] as const,
  ),
  ...['08P01', '23505', '23503', '22001', '22021', '42703', '42P01', '28P01', '3D000', 'XX000', '', '57014X'].map(
    (code) => [code, false, false] as const,
  ),
])('the SQLSTATE %s is temporary: %s; it means a lost connection: %s', (code, temporary, lost) => {
  expect(verdicts(sqlState(code))).toEqual([temporary, lost]);
  expect(isDatabaseUnavailable(sqlState(code))).toBe(temporary);
});

test.each([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH', 'ENOENT'].map(system),
  new Error('Connection terminated unexpectedly'),
  new Error('timeout exceeded when trying to connect'),
  new Error('Client has encountered a connection error and is not queryable'),
])('%s is a lost connection in a query, and not a database error elsewhere', (error) => {
  expect(verdicts(error)).toEqual([true, true]);
  expect(isDatabaseUnavailable(error)).toBe(false); // a file or another service can fail with the same code
  expect(isDatabaseAway(error)).toBe(true); // at a start every connection is to the database
});

test('a server that does not answer in time differs from a lost connection, so that it is not retried immediately', () => {
  const late = new Error('Query read timeout');
  expect([isTimeout(late), isTimeout(query(late)), verdicts(late)]).toEqual([true, true, [true, true]]);
  for (const error of [
    system('ECONNRESET'),
    sqlState('57P01'),
    new Error('timeout expired'),
    'Query read timeout',
    null,
  ]) {
    expect(isTimeout(error)).toBe(false);
  }
});

test('a missing connection is temporary, and any other thrown value is not', () => {
  expect(isDatabaseUnavailable(new DatabaseUnavailable('no connection'))).toBe(true);
  for (const odd of [undefined, null, 'ECONNRESET', { code: '57P01' }, new Error('ENOENT'), new TypeError('x')]) {
    expect([isDatabaseUnavailable(odd), isConnectionLost(odd), isDatabaseAway(odd)]).toEqual([false, false, false]);
  }
  expect(verdicts(new TypeError('the value is not a date'))).toEqual([false, false]);
});
