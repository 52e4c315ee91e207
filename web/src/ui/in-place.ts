// Changes the page and keeps the focused element at its screen position, so that nothing moves away under a finger.
import { flushSync } from 'react-dom';

export function inPlace(change: () => void): void {
  const held = document.activeElement;
  const before = held?.getBoundingClientRect().top ?? 0;
  flushSync(change);
  const moved = (held?.getBoundingClientRect().top ?? 0) - before;
  if (moved !== 0) window.scrollBy(0, moved);
}
