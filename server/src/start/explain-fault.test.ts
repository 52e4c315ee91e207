// The explanation of a fault at a start or in a command, and which faults a start waits for.
import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { DatabaseUnavailable } from '../platform/lib/database-unavailable.ts';
import { StartRefused } from '../platform/lib/start-refused.ts';
import { explainFailedStart, explainFault, isPassing, startWhenPossible } from './explain-fault.ts';

afterEach(() => vi.unstubAllEnvs());

const system = (facts: object) => Object.assign(new Error('failed'), facts);
const ofQuery = (cause: Error) => new DrizzleQueryError('select $1', ['rosa@example.com'], cause);
const state = (code: string, message = 'of the server') =>
  Object.assign(new pg.DatabaseError(message, 1, 'error'), { code });

test('a refused start is explained by its own message, and an unknown error by its stack', () => {
  expect(explainFailedStart(new StartRefused('SMTP_URL is missing.'))).toBe('SMTP_URL is missing.');
  const unknown = new Error('something else');
  expect(explainFailedStart(unknown)).toBe(unknown.stack);
  expect(explainFailedStart('only a text')).toBe('only a text');
});

test.each([
  [
    { code: 'EADDRINUSE', syscall: 'listen' },
    'Port 8080 is in use; stop the program that uses it, or set PORT to another port.',
  ],
  [{ code: 'EACCES', syscall: 'listen' }, 'This user may not use port 8080; set PORT to a port above 1023.'],
  [
    { code: 'EACCES', syscall: 'open', path: '/srv/data/keyring.json' },
    'This user may not use /srv/data/keyring.json (EACCES); run this as the user of the service.',
  ],
  [
    { code: 'EROFS', syscall: 'mkdir', path: '/srv/data' },
    '/srv/data is on a disk that is mounted read-only; mount it for writing, or name a place on another disk.',
  ],
  [{ code: 'ENOSPC', path: '/srv/data/x' }, 'There is no space left on the disk; free some space.'],
])('the explanation of %j says what to do', (fault, sentence) => {
  vi.stubEnv('PORT', '8080');
  expect(explainFailedStart(system(fault))).toBe(sentence);
});

test('a pooler in front of the database is recognised, even as the cause of the error', () => {
  const refusal = new Error('unsupported startup parameter: statement_timeout');
  for (const error of [refusal, new Error('no connection', { cause: refusal })]) {
    expect(explainFailedStart(error)).toContain('set DATABASE_DIRECT_URL');
  }
});

test('a missing right, a lost connection and a full disk are explained, even if a library hid the cause', () => {
  expect(explainFault(ofQuery(state('42501', 'permission denied for table users')))).toBe(
    'The role of DATABASE_URL lacks a right (permission denied for table users); start once with DATABASE_OWNER_URL, which grants it.',
  );
  expect(explainFault(ofQuery(system({ code: 'ECONNREFUSED' })))).toBe('The database does not answer.');
  expect(explainFault(ofQuery(state('53100')))).toBe('There is no space left on the disk; free some space.');
  expect(explainFault(ofQuery(state('42P01')))).toBeUndefined();
});

test('a start waits for something unavailable, full or in use, and not for a missing file', () => {
  for (const passing of [
    new DatabaseUnavailable('away'),
    ofQuery(state('57P03')),
    system({ code: 'ENOSPC', path: '/x' }),
    system({ code: 'EADDRINUSE', syscall: 'listen' }),
  ])
    expect(isPassing(passing)).toBe(true);
  for (const lasting of [new StartRefused('no'), system({ code: 'ENOENT', path: '/x' }), state('28P01')])
    expect(isPassing(lasting)).toBe(false);
});

test('a start waits as long as necessary, and reports the reason once, and again when it changes', async () => {
  const away = new DatabaseUnavailable('DATABASE_URL leads to db, which does not answer.');
  const faults: Error[] = [away, away, away, system({ code: 'ENOSPC' }), away];
  const said: string[] = [];
  let pauses = 0;
  const start = async () => {
    const fault = faults.shift();
    if (fault) throw fault;
    return 'started';
  };
  const pause = async () => {
    pauses += 1;
  };
  expect(await startWhenPossible(start, { say: (line) => said.push(line), pause })).toBe('started');
  const line = 'DATABASE_URL leads to db, which does not answer. The start waits for it.';
  expect(said).toEqual([line, 'There is no space left on the disk; free some space. The start waits for it.', line]);
  expect(pauses).toBe(5);
  const refused = () => Promise.reject(new StartRefused('SECRET is wrong.'));
  await expect(startWhenPossible(refused, { say: () => {}, pause })).rejects.toThrow('SECRET is wrong.');
});
