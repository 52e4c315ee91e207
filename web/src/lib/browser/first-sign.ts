// The first sign that somebody reads the page: what they do, or a translation of it. What is below its first screen waits for that
// with its script.
import { isTranslated } from './translated.ts';

const signs = ['scroll', 'pointermove', 'pointerdown', 'keydown', 'focusin', 'click', 'popstate'];

export const firstSign = new Promise<void>((resolve) => {
  // Where pages are built nobody reads them, and they are written in full.
  if (typeof window === 'undefined') return resolve();
  // A page that was scrolled before its script came, or comes back where it was left.
  if (isTranslated() || window.scrollY > 0) return resolve();
  for (const sign of signs) window.addEventListener(sign, () => resolve(), { once: true, passive: true });
});
