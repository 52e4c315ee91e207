// All journeys in the oldest browser we support: `npm run test:long -- oldest-browser`.
import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

export default defineConfig<{ isOldest: boolean }>(config, {
  // They measure with a style sheet of their own, or count transitions, and that browser has neither.
  grepInvert: /text at double size|appears without a transition/,
  // It ignores the policy's Trusted Types; see main-journey.
  use: { isOldest: true, bypassCSP: true },
});
