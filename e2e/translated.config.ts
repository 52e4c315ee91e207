// All journeys in browsers that translate every page: `npm run test:long -- translated`.
import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

export default defineConfig<{ isTranslated: boolean }>(config, {
  // When and how the script of a page comes is not to be seen on a page that is drawn again: these stop the clock or the script then.
  grepInvert: [
    /the way down stands also while/,
    /who prefers less motion/,
    /while the script is on its way/,
    /a press and an offer/,
    /a reader who scrolls before the script has come/,
    /the sections get their script at the first sign of a reader/,
    // This counts what the page loads as it was sent. A page that is drawn again loads one more font.
    /the landing page loads three fonts/,
  ],
  use: { isTranslated: true },
});
