// All journeys in browsers that translate every page: `npm run test:long -- translated`.
import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

export default defineConfig<{ isTranslated: boolean }>(config, {
  // When and how the script of a page comes is not to be seen on a page that is drawn again: these stop the clock or the script then.
  grepInvert: [
    /SCR-2: the way down stands also while/,
    /SCR-4: who prefers less motion/,
    /SCR-5: while the script is on its way/,
    /WEB-14: a press and an offer/,
    /WEB-15: /,
    // It counts what the page as it was sent loads. One that is drawn again loads a font more.
    /WEB-17: the landing page loads three fonts/,
  ],
  use: { isTranslated: true },
});
