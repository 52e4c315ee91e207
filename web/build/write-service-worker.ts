// Writes the service worker, last of all, when every file it names exists. It keeps the app's own files and nothing else:
// a page is always asked for at the service, and only where that is out of reach its empty shell stands in. A new version
// waits until the pages of the old one are closed, so that none of them finds its parts gone.
import path from 'node:path';
import { generateSW } from 'workbox-build';

export async function writeServiceWorker(dist: string, notKept: readonly string[]): Promise<void> {
  const { warnings } = await generateSW({
    globDirectory: dist,
    globPatterns: ['assets/**/*.{js,svg,woff2}', '__shell.html', 'icon.svg'],
    globIgnores: [...notKept],
    dontCacheBustURLsMatching: /^assets\//,
    swDest: path.join(dist, 'service-worker.js'),
    inlineWorkboxRuntime: true,
    sourcemap: false,
    mode: 'production',
    cleanupOutdatedCaches: true,
    runtimeCaching: [
      {
        // Written into the worker as it stands here. A move to a call or to a page of another kind is none of its business.
        urlPattern: ({ request, url, sameOrigin }) =>
          sameOrigin && request.mode === 'navigate' && !/^\/(api|dev|sandbox)(\/|$)/.test(url.pathname),
        handler: 'NetworkOnly',
        options: { precacheFallback: { fallbackURL: '/__shell.html' } },
      },
    ],
  });
  if (warnings.length > 0) throw new Error(`the service worker: ${warnings.join(', ')}`);
}
