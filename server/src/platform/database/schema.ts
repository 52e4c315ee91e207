// Every table of the product. Migrations in server/migrations are generated from here and read by a person.

export * from './schema/files.ts';
export * from './schema/installation.ts';
export * from './schema/money.ts';
export * from './schema/people.ts';
export * from './schema/records.ts';
export * from './schema/vault-access.ts';
export * from './schema/vaults.ts';
