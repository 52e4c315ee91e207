// The first sign that somebody reads the page. What is below its first screen waits for that with its script.
const signs = ['scroll', 'pointermove', 'pointerdown', 'keydown', 'focusin', 'click', 'popstate'];

export const firstSign = new Promise<void>((resolve) => {
  // Where pages are built nobody reads them, and they are written in full.
  if (typeof window === 'undefined') return resolve();
  for (const sign of signs) window.addEventListener(sign, () => resolve(), { once: true, passive: true });
});
