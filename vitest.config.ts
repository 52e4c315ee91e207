// The unit and integration tests of every workspace, as `npm test` runs them. Browser tests are Playwright's (e2e/playwright.config.ts).
import os from 'node:os';
import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

const long = '**/*.long.test.ts';
const testing = path.join(import.meta.dirname, 'server/testing');
const globalSetup = [path.join(testing, 'database-server.ts')];
const setupFiles = [path.join(testing, 'record-refusals.ts')];
const screenSetup = [path.join(import.meta.dirname, 'web/testing/simulated-browser.ts')];

interface Kind {
  include?: string[];
  globalSetup?: string[];
  setupFiles?: string[];
  environment?: string;
}

/** @param isLong whether only tests of the long suite run, or only the others */
export function configOf({ isLong }: { isLong: boolean }) {
  const project = (name: string, root: string, kind: Kind = {}) => ({
    test: {
      name,
      root,
      environment: 'node',
      include: isLong ? [long] : ['**/*.test.ts'],
      exclude: isLong ? configDefaults.exclude : [...configDefaults.exclude, long],
      ...kind,
    },
  });
  return defineConfig({
    test: {
      projects: [
        project('contract', 'contract'),
        project('sandbox', 'sandbox', { globalSetup }),
        project('server', 'server', { globalSetup, setupFiles }),
        project('web', 'web'),
        // Screens in a simulated browser.
        ...(isLong
          ? []
          : [project('screens', 'web', { environment: 'jsdom', include: ['**/*.test.tsx'], setupFiles: screenSetup })]),
        project('bench', 'bench', { globalSetup }),
        project('scripts', 'scripts'),
      ],
      // These end a test that hangs, on a busy machine too.
      testTimeout: isLong ? 900_000 : 60_000,
      hookTimeout: isLong ? 300_000 : 60_000,
      // More than there are processors, since tests that kill servers wait for them most of the time.
      maxWorkers: Math.ceil(os.availableParallelism() * 1.5),
    },
  });
}

export default configOf({ isLong: false });
