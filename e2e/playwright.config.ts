// The journeys of people through the whole product, each in a browser against a service of its own.
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChromium } from './support/chromium.ts';

const chromium = findChromium();
const results = path.join(import.meta.dirname, '../test-results');

export default defineConfig({
  testDir: 'journeys',
  outputDir: path.join(results, 'journeys'),
  reporter: [['list'], ['json', { outputFile: path.join(results, 'playwright.json') }]],
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    actionTimeout: 10_000,
    // It would answer in the place of the routes that the journeys put in the way; journeys/install.test.ts allows it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: {
      ...(chromium && { executablePath: chromium }),
      // Without a locale of UTF-8 it saves a file with other letters as `download`.
      env: { ...process.env, LC_ALL: 'C.UTF-8' } as Record<string, string>,
      args: [
        '--no-sandbox', // it has none as root, and opens our own pages only
        '--disable-gpu',
        // It asks nobody but us for anything.
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
