// The unit and integration tests of every workspace. Browser tests are Playwright's (e2e/playwright.config.ts).
import path from 'node:path';
import { defineConfig } from 'vitest/config';

const project = (name: string, globalSetup: string[] = []) => ({
  test: { name, root: name, environment: 'node', include: ['**/*.test.{ts,tsx}'], globalSetup },
});

const databaseServer = path.join(import.meta.dirname, 'server/testing/database-server.ts');

export default defineConfig({
  test: {
    projects: [
      project('contract'),
      project('sandbox', [databaseServer]),
      project('server', [databaseServer]),
      project('web'),
      project('bench'),
      project('scripts'),
    ],
    testTimeout: 20_000,
    hookTimeout: 20_000,
    maxWorkers: '100%',
  },
});
