// The tests that have to fail for `npm run mutants` (stryker.config.mjs): those that TESTS names, or all of the districts that it changes.
import { configDefaults, defineConfig } from 'vitest/config';

// Ends a test that a mutant hangs. It is far longer than a test takes, even on a busy machine.
const timeout = 120_000;
const tests = [
  'server/src/{keys,letters,http,people,plans,vaults,payments}/**/*.test.ts',
  'server/tests/{statements,secret-rotation,key-service}.test.ts',
];

export default defineConfig({
  test: {
    include: process.env.TESTS ? [process.env.TESTS] : tests,
    exclude: [...configDefaults.exclude, '**/*.long.test.ts'],
    globalSetup: ['server/testing/database-server.ts'],
    testTimeout: timeout,
    hookTimeout: timeout,
  },
});
