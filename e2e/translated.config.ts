// All journeys in browsers that translate every page: `npm run test:long -- translated`.
import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

export default defineConfig<{ isTranslated: boolean }>(config, { use: { isTranslated: true } });
