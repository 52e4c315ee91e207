// What the service writes into every page's head. Loaded before the app, which reads it once.
const entries = [
  ['product-name', 'Remembrance'],
  ['support-email', 'support@example.org'],
  ['public-url', 'https://remembrance.example'],
].map(([name, content]) => Object.assign(document.createElement('meta'), { name, content }));

/** Removes what an earlier test left in the head: a title, scripts and styles. */
export const restoreHead = (): void => document.head.replaceChildren(...entries);

restoreHead();
