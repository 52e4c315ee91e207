// A server whose pg_dump is missing is refused with what to install. The dump itself is in server/tests/server-backup.long.test.ts.
import { expect, test } from 'vitest';
import { findDumpProgram } from './dump-server.ts';

test('a missing pg_dump of the version of the server is named, with the package that has it', () => {
  expect(() => findDumpProgram(99)).toThrow(
    'The server of DATABASE_URL is PostgreSQL 99, and its pg_dump is not on this machine; install it (on Debian: apt install postgresql-client-99). In containers take the dump as docs/guide/backup.md says.',
  );
});
