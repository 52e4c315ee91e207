// The unit and integration tests of every workspace. Browser tests are Playwright's (e2e/playwright.config.ts).
import os from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

const project = (name: string, { globalSetup = [], setupFiles = [] }: Record<string, string[]> = {}) => ({
  test: { name, root: name, environment: 'node', include: ['**/*.test.ts'], globalSetup, setupFiles },
});
/** Screens in a simulated browser. */
const screens = {
  test: {
    name: 'screens',
    root: 'web',
    environment: 'jsdom',
    include: ['**/*.test.tsx'],
    setupFiles: [path.join(import.meta.dirname, 'web/testing/simulated-browser.ts')],
  },
};

const testing = path.join(import.meta.dirname, 'server/testing');
const globalSetup = [path.join(testing, 'database-server.ts')];

export default defineConfig({
  test: {
    projects: [
      project('contract'),
      project('sandbox', { globalSetup }),
      project('server', { globalSetup, setupFiles: [path.join(testing, 'record-refusals.ts')] }),
      project('web'),
      screens,
      project('bench', { globalSetup }),
      project('scripts'),
    ],
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // More than there are processors, since tests that kill servers wait for them most of the time.
    maxWorkers: Math.ceil(os.availableParallelism() * 1.5),
  },
});
