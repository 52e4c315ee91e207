// All journeys in the oldest browser we support: `npm run test:long -- oldest-browser`.
import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

export default defineConfig<{ isOldest: boolean }>(config, {
  // It ignores the policy's Trusted Types; see main-journey.
  use: { isOldest: true, bypassCSP: true },
});
