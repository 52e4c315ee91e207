// The tests of pure rules for `npm run mutants`, without the database that the other tests of the server share.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { root: 'server', environment: 'node', include: ['src/**/*.test.ts'], testTimeout: 60_000 },
});
