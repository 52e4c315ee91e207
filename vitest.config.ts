// The unit and integration tests of every workspace, as `npm test` runs them. Browser tests are Playwright's (e2e/playwright.config.ts).
import os from 'node:os';
import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Workers and the processes that tests start inherit this zone. It is west of Greenwich and off by half an hour, so code that is right
// only in UTC fails.
process.env.TZ = 'America/St_Johns';

/** A single test of an everyday file that only `npm run test:long` runs. */
const tags = [{ name: 'long', description: 'too slow for npm test; a part of npm run test:long runs it' }];
const long = '**/*.long.test.ts';
const fileOf = (name: string) => path.join(import.meta.dirname, name);
const globalSetup = [fileOf('server/testing/database-server.ts')];
const fixedSeed = fileOf('contract/testing/fixed-seed.ts');

/** The fault runs wait for most of their time, so they begin first and the other workers fill the processors. */
class FaultRunsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => Number(isFaultRun(other)) - Number(isFaultRun(one)));
  }
}
const isFaultRun = ({ moduleId }: TestSpecification): boolean => moduleId.includes('/lab/faults/');

interface Kind {
  include?: string[];
  globalSetup?: string[];
  setupFiles?: string[];
  environment?: string;
}

/** @param isLong whether only tests of the long suite run, or only the others */
export function configOf({ isLong }: { isLong: boolean }) {
  const project = (name: string, root: string, { setupFiles = [], ...kind }: Kind = {}) => ({
    test: {
      name,
      root,
      environment: 'node',
      // A file's imports take longer than most of its tests, so files share a process and its modules.
      isolate: false,
      include: isLong ? [long] : ['**/*.test.ts'],
      exclude: isLong ? configDefaults.exclude : [...configDefaults.exclude, long],
      setupFiles: [fixedSeed, ...setupFiles],
      ...kind,
    },
  });
  const screens = () =>
    project('screens', 'web', {
      environment: 'jsdom',
      include: ['**/*.test.tsx'],
      setupFiles: [fileOf('web/testing/simulated-browser.ts')],
    });
  return defineConfig({
    test: {
      tags,
      sequence: { sequencer: FaultRunsFirst },
      projects: [
        project('contract', 'contract'),
        project('sandbox', 'sandbox', { globalSetup }),
        project('server', 'server', { globalSetup, setupFiles: [fileOf('server/testing/record-refusals.ts')] }),
        project('web', 'web'),
        ...(isLong ? [] : [screens()]),
        project('lab', 'lab', { globalSetup }),
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
