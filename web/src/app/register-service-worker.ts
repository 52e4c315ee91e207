// Lets the browser keep the app itself, so that it opens fast, and opens at all while the connection is gone. Asked for
// once the page has its own things. It keeps no answer of the service and nothing of a vault (build/write-service-worker.ts).
import { ownScript } from '../lib/own-script.ts';

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
