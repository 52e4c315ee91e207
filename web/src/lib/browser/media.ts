// Whether the screen matches a media query, such as narrow or touch.
import { useSyncExternalStore } from 'react';

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (notify) => listen(query, notify),
    () => window.matchMedia(query).matches,
    () => false,
  );
}

function listen(query: string, notify: () => void): () => void {
  const list = window.matchMedia(query);
  list.addEventListener('change', notify);
  return () => list.removeEventListener('change', notify);
}

/** A phone. */
export const useIsNarrow = (): boolean => useMedia('(width < 48rem)');
