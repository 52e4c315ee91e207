// The first sign that somebody is reading the page: an action, or a translation. The content below the first screen waits for it before
// loading its script.
import { isTranslated } from './translated.ts';

const signs = ['scroll', 'pointermove', 'pointerdown', 'keydown', 'focusin', 'click', 'popstate'];

export const firstSign = new Promise<void>((resolve) => {
  // Nobody reads the pages during the build, so they are written in full.
  if (typeof window === 'undefined') return resolve();
  // A page that was scrolled before its script ran, or that reopens at its previous position.
  if (isTranslated() || window.scrollY > 0) return resolve();
  for (const sign of signs) window.addEventListener(sign, () => resolve(), { once: true, passive: true });
});
