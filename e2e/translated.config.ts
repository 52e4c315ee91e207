// All journeys in browsers that translate every page: `npm run test:long -- translated`.
import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

export default defineConfig<{ isTranslated: boolean }>(config, {
  // These stop the clock or the script. A page that is drawn again does not show when and how its script loads.
  grepInvert: [
    /the link down the page works even while/,
    /who prefers less motion/,
    /while the script loads the landing page/,
    /a press and an install offer/,
    /a reader who scrolls before the script has loaded/,
    /the sections get their script at the first sign of a reader/,
    // This counts what the page loads as it was sent. A page that is drawn again loads one more font.
    /the landing page loads three fonts/,
  ],
  use: { isTranslated: true },
});
