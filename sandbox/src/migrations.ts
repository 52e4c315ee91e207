// The sandbox's migrations. The host runs them on the database it provides.
import path from 'node:path';

export const sandboxMigrations = {
  folder: path.resolve(import.meta.dirname, '../migrations'),
  table: '__sandbox_migrations',
};
