// Starts a public page's app after the page is painted, so that nothing delays reading. Earlier events are replayed: we press a pressed
// button again, and repeat the browser's offer to install the app.
const scripts = document.querySelector<HTMLScriptElement>('script[data-scripts]')?.dataset.scripts?.split(' ') ?? [];
const presses = new Map<HTMLButtonElement, number>();
const offers: Event[] = [];

const buttons = () => document.querySelectorAll('button');
const keepPress = ({ target }: Event) => {
  const button = target instanceof Element && target.closest('button');
  if (button) presses.set(button, [...buttons()].indexOf(button));
};
const pressAgain = () => {
  window.removeEventListener('click', keepPress, true);
  // A page that the browser had translated is rendered again; there the button is the one at the same position.
  for (const [button, place] of presses) (button.isConnected ? button : buttons()[place])?.click();
};
const keepOffer = (offer: Event) => {
  offer.preventDefault();
  offers.push(offer);
};

window.addEventListener('click', keepPress, true);
// The router fires it once the page reacts to clicks.
window.addEventListener('app-ready', pressAgain, { once: true });
window.addEventListener('beforeinstallprompt', keepOffer);
// A page in the background is not painted and can start now.
if (document.hidden) void start();
else
  new PerformanceObserver((_paints, observer) => {
    observer.disconnect();
    void start();
  }).observe({ type: 'paint', buffered: true });

async function start(): Promise<void> {
  const links = scripts
    .slice(1)
    .map((href) => Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  document.head.append(...links);
  await import(/* @vite-ignore */ scripts[0] ?? '');
  window.removeEventListener('beforeinstallprompt', keepOffer);
  for (const offer of offers) window.dispatchEvent(offer);
}
