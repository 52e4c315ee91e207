// Whether and how this browser can install the app. Chromium may fire its event before the page that shows the button, so we listen from
// the start. Safari on iOS fires none and is detected by its user agent.

export type InstallState = 'not-offered' | 'offered' | 'installing' | 'installed' | 'by-hand';

/** Chromium's event; it can be used once. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

let state: InstallState = 'not-offered';
let offer: InstallOffer | undefined;
const listeners = new Set<() => void>();

export const installState = (): InstallState => state;

export function subscribeToInstallState(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function listenForInstallOffer(): void {
  if (isStandalone()) state = 'installed';
  else if (isIos(navigator)) state = 'by-hand';
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault(); // hides the browser's own install bar
    offer = event as InstallOffer;
    if (state !== 'installing') change('offered');
  });
  window.addEventListener('appinstalled', () => change('installed'));
}

export async function install(): Promise<void> {
  const used = offer;
  if (!used || state !== 'offered') return;
  offer = undefined;
  change('installing');
  try {
    await used.prompt();
    const { outcome } = await used.userChoice;
    change(outcome === 'accepted' ? 'installed' : offer ? 'offered' : 'not-offered');
  } catch (error) {
    console.error('The app could not be installed.', error);
    change(offer ? 'offered' : 'not-offered');
  }
}

function change(to: InstallState): void {
  state = to;
  for (const listener of listeners) listener();
}

/** An iPad reports itself as a Mac, but no Mac has a touch screen. */
const isIos = ({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);

const isStandalone = (): boolean =>
  window.matchMedia('(display-mode: standalone)').matches ||
  (navigator as { standalone?: boolean }).standalone === true;
