// Builds the app and its public pages into dist, or serves both with reload while working on them.
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { appChunk, sharedChunks } from './build/app-chunk.ts';
import { fillNames } from './build/fill-names.ts';
import { oldestBrowsers } from './build/oldest-browsers.ts';
import { withoutInfiniteQueries } from './build/without-infinite-queries.ts';
import { writePages } from './build/write-pages.ts';

const api = { target: process.env.API_ORIGIN ?? 'http://localhost:3000', changeOrigin: false };

export default defineConfig({
  plugins: [react(), tailwindcss(), fillNames(), withoutInfiniteQueries(), writePages()],
  build: {
    // The Content-Security-Policy allows no data: URLs for scripts and fonts.
    assetsInlineLimit: 0,
    // One stylesheet, which every page carries inline.
    cssCodeSplit: false,
    target: oldestBrowsers().map(({ name, version }) => `${name === 'ios_saf' ? 'ios' : name}${version}`),
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: appChunk, debugName: 'app' }, ...sharedChunks] } },
    },
  },
  server: { proxy: { '/api': api, '/sandbox': api, '/dev': api } },
});
