// Starts the app in the browser: hydrates a prerendered page, or renders into the empty shell of a private one.
import '../../ui/styles/styles.css';
import { StrictMode } from 'react';
import '../../lib/browser/first-sign.ts'; // listens from the start
import { isTranslated } from '../../lib/browser/translated.ts';
import { BrowserLocation } from '../../lib/location.tsx';
import { makeQueryClient } from '../../lib/query-client.ts';
import { finishSignOut } from '../../people/sessions/forget-on-sign-out.ts';
import { redirectToLogin } from '../../people/sessions/login-redirect.ts';
import { mayHaveSession } from '../../people/sessions/session-hint.ts';
import { userQuery } from '../../people/sessions/use-user.ts';
import { listenForInstallOffer } from '../../site/landing/install/install-offer.ts';
import { App } from '../app.tsx';
import { matchPage } from '../match-page.ts';
import { hasFrame } from '../pages.ts';
import { isDashboard, loadScreen } from '../screens.ts';
import { drawAgain, hydrate } from './hydrate.ts';
import { registerServiceWorker } from './register-service-worker.ts';

finishSignOut();
listenForInstallOffer();
registerServiceWorker();

const root = document.getElementById('root');
if (!root) throw new Error('the page has no place for the app');

const client = makeQueryClient(redirectToLogin);
const app = (
  <StrictMode>
    <BrowserLocation>
      <App client={client} />
    </BrowserLocation>
  </StrictMode>
);

// A view transition that the browser skips, such as when the window is resized, is not an error.
const onRecoverableError = (error: unknown) => {
  if (!(error instanceof DOMException)) reportError(error);
};

void start(root);

/**
 * A prerendered page is hydrated immediately, or rendered again if it is translated. At the root address of a browser that may have a
 * session, the prerendered landing page stays until the session is known, and then the dashboard replaces it; the frame of an owner's
 * page stays until its script has loaded.
 */
async function start(place: HTMLElement): Promise<void> {
  const { page } = matchPage(window.location.pathname);
  const isPrerendered = place.firstElementChild !== null;
  const answer = mayHaveSession() ? client.prefetchQuery(userQuery) : Promise.resolve();
  if (isPrerendered && !isDashboard(page) && !hasFrame(page) && !isTranslated()) return hydrateSent(place);
  // A part that cannot be loaded is requested again where it is shown, which also reports a failure.
  await loadScreen(page).catch(() => {});
  await (isPrerendered && isDashboard(page) ? answer : waitBriefly(answer));
  place.removeAttribute('class');
  const isUnknown = !client.getQueryData(userQuery.queryKey);
  if (isPrerendered && isDashboard(page) && isUnknown && !isTranslated()) return hydrateSent(place);
  drawAgain(place, app, onRecoverableError);
}

function hydrateSent(place: HTMLElement): void {
  hydrate(place, app, onRecoverableError);
}

/** The document has already requested the user, so the answer is usually there. If not, the page shows its placeholder. */
function waitBriefly(answer: Promise<void>): Promise<void> {
  return Promise.race([answer, new Promise<void>((resolve) => setTimeout(resolve, 100))]);
}
