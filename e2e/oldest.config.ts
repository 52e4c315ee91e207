// All journeys in the oldest browser we support: `npm run test:long -- oldest-browser`.
import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

export default defineConfig<{ isOldest: boolean }>(config, {
  use: { isOldest: true },
});
