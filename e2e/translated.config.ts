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
    // It counts what the page as it was sent loads. One that is drawn again loads a font more.
    /the landing page loads three fonts/,
  ],
  use: { isTranslated: true },
});
