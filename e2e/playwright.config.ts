// The journeys of people through the entire product, each in a browser against its own service.
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChromium } from './support/chromium.ts';

const chromium = findChromium();
const results = path.join(import.meta.dirname, '../test-results');

export default defineConfig({
  testDir: 'journeys',
  globalSetup: './support/temporary-folder.ts',
  outputDir: path.join(results, 'journeys'),
  // `npm test` counts the results in the file. For one journey at the terminal: `playwright test <file> --reporter=list`.
  reporter: [['dot'], ['json', { outputFile: path.join(results, 'playwright.json') }]],
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // For slow machines. `npm test` names each journey that passes only on its second try: on any other machine that is a race.
  retries: 1,
  // If everything fails, the first failures show the reason.
  maxFailures: 20,
  // Limits that end a hung test. They measure nothing: the longest journey takes less than a fifth of its limit.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    // A service worker would answer instead of the routes that journeys intercept; journeys/install.test.ts allows it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Recording costs time in every journey, so only the second try of a failed one is recorded.
    trace: 'on-first-retry',
    launchOptions: {
      ...(chromium && { executablePath: chromium }),
      // Without a UTF-8 locale Chromium saves a file with a non-ASCII name as `download`.
      env: { ...process.env, LC_ALL: 'C.UTF-8' } as Record<string, string>,
      args: [
        '--no-sandbox', // root has no sandbox, and only our own pages are opened
        '--disable-gpu',
        // It sends requests only to us.
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A camera and a microphone for the recorder, without a question.
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
      ],
    },
  },
});
