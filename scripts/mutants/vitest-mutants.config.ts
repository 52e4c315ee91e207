// One suite's tests for `npm run mutants`, with or without the shared database server. They are listed here, because a mutant of a
// constant runs every test that this configuration includes.
import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

const { tests, usesDatabase } = JSON.parse(process.env.MUTANT_SUITE ?? '{"tests":[],"usesDatabase":false}');
const databaseServer = path.join(import.meta.dirname, '../../server/testing/database-server.ts');
// Far longer than a test takes, even on a busy machine.
const testTimeout = usesDatabase ? 120_000 : 30_000;

export default defineConfig({
  test: {
    environment: 'node',
    include: tests,
    exclude: [...configDefaults.exclude, '**/*.long.test.ts'],
    globalSetup: usesDatabase ? [databaseServer] : [],
    testTimeout,
    hookTimeout: testTimeout,
  },
});
