// A database that was moved. The move itself, in both directions, is tested in server/src/commands/move.long.test.ts.
import { rmSync } from 'node:fs';
import pg from 'pg';
import { expect, test } from 'vitest';
import { addressOf } from '../../../testing/database-address.ts';
import { openAppIn } from '../../../testing/test-app.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { makeTestFolder } from '../../../testing/test-folder.ts';
import { markMoved } from './moved-away.ts';

test('MOVE-2: a database that was moved refuses every start and every write, and names the new one', async () => {
  const opened = await openTestDatabase();
  const folder = makeTestFolder();
  const owner = new pg.Client(opened.ownerConnection);
  await owner.connect();
  try {
    await markMoved(owner, { movedTo: 'db.example/vaults', movedAt: new Date('2027-03-04') }, ['users', 'vaults']);
    await expect(openAppIn(folder, { DATABASE_URL: addressOf(opened.connection) })).rejects.toThrow(
      'This database was moved to db.example/vaults on 2027-03-04; start with that one.',
    );
    await expect(opened.pool.query('delete from vaults')).rejects.toThrow('this database was moved away');
  } finally {
    await owner.end();
    await opened.close();
    rmSync(folder, { recursive: true });
  }
});
