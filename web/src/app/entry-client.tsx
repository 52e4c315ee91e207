// Starts the app in the browser: hydrates a prerendered page, or renders into the empty shell of a private one.
import '../ui/styles.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { listenForInstallOffer } from '../landing/install/install-offer.ts';
import { BrowserLocation } from '../lib/location.tsx';
import { makeQueryClient } from '../lib/query-client.ts';
import { redirectToLogin } from '../sessions/login-redirect.ts';
import { App } from './app.tsx';
import { registerServiceWorker } from './register-service-worker.ts';

listenForInstallOffer();
registerServiceWorker();

const root = document.getElementById('root');
if (!root) throw new Error('the page has no place for the app');

const app = (
  <StrictMode>
    <BrowserLocation>
      <App client={makeQueryClient(redirectToLogin)} />
    </BrowserLocation>
  </StrictMode>
);

// A view transition that the browser skips, such as when the window is resized, is not an error.
const onRecoverableError = (error: unknown) => {
  if (!(error instanceof DOMException)) reportError(error);
};

if (root.firstElementChild) hydrateRoot(root, app, { onRecoverableError });
else createRoot(root, { onRecoverableError }).render(app);
