// All journeys in browsers that translate every page: `npm run test:long -- translated`.
import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

export default defineConfig<{ isTranslated: boolean }>(config, {
  // These stop the clock or the script. A page that is rendered again does not show when and how its script loads.
  grepInvert: [
    /the link down the page works even while/,
    /a visitor who prefers reduced motion/,
    /while the script loads the landing page/,
    /a press and an install prompt/,
    /for a reader who scrolled before the script had loaded/,
    /the sections load their script at the first interaction/,
    // This counts the fonts of the page as it was sent. A page that is rendered again loads one more.
    /the landing page loads three fonts/,
  ],
  use: { isTranslated: true },
});
