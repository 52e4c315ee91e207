// Writes the service worker last, when every file it names exists. It caches only the app's own files. A page is always
// requested from the service; its empty shell is used only when the service cannot be reached. A new version waits until all
// pages of the old one are closed, so that none of them misses a chunk.
import path from 'node:path';
import { generateSW } from 'workbox-build';

export async function writeServiceWorker(dist: string, excluded: readonly string[]): Promise<void> {
  const { warnings } = await generateSW({
    globDirectory: dist,
    globPatterns: ['assets/**/*.{js,svg,woff2}', '__shell.html', 'icon.svg'],
    globIgnores: [...excluded],
    dontCacheBustURLsMatching: /^assets\//,
    swDest: path.join(dist, 'service-worker.js'),
    inlineWorkboxRuntime: true,
    sourcemap: false,
    mode: 'production',
    cleanupOutdatedCaches: true,
    runtimeCaching: [
      {
        // Serialized into the worker, so it may use nothing from this file. Paths of the API and of the sandbox are not handled.
        urlPattern: ({ request, url, sameOrigin }) =>
          sameOrigin && request.mode === 'navigate' && !/^\/(api|dev|sandbox)(\/|$)/.test(url.pathname),
        handler: 'NetworkOnly',
        options: { precacheFallback: { fallbackURL: '/__shell.html' } },
      },
    ],
  });
  if (warnings.length > 0) throw new Error(`the service worker: ${warnings.join(', ')}`);
}
