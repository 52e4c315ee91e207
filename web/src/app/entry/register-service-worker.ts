// Registers the service worker, which caches the app so that it opens quickly, even offline. It waits until the page has loaded. The
// worker stores no API response and nothing from a vault (build/service-worker.js).
import { ownScript } from '../../lib/browser/own-script.ts';

export function registerServiceWorker(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}

function register(): void {
  navigator.serviceWorker.register(ownScript('/service-worker.js')).then(
    () => console.info('The service worker is registered.'),
    (error: unknown) => console.error('The service worker could not be registered.', error),
  );
}
