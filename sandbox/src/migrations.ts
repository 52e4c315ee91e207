// The sandbox's migrations, for the host that migrates the database it is given.
import path from 'node:path';

export const sandboxMigrations = {
  folder: path.resolve(import.meta.dirname, '../migrations'),
  table: '__sandbox_migrations',
};
