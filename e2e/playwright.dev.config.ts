import { defineConfig } from '@playwright/test';
export default defineConfig({
  testDir: 'journeys', workers: 1, fullyParallel: true, retries: 0, timeout: 30_000, outputDir: '/tmp/e2e-try/results',
  reporter: [['list']],
  use: { trace: 'retain-on-failure', screenshot: 'only-on-failure', actionTimeout: 10_000,
    launchOptions: { executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--use-fake-device-for-media-stream','--use-fake-ui-for-media-stream'] } },
});
