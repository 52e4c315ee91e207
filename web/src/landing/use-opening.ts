// Plays the opening animation, then goes to the login page. With reduced motion it goes there at once.
import { display } from '@remembrance/contract/limits.ts';
import { useEffect, useState } from 'react';
import { startPath } from './start-path.ts';

export interface Opening {
  isOpening: boolean;
  open: () => void;
}

export function useOpening(): Opening {
  const [isOpening, setOpening] = useState(false);

  useEffect(() => {
    if (!isOpening) return;
    const prefersLess = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const timer = setTimeout(
      () => window.location.assign(startPath),
      prefersLess ? display.openingReducedMotionMilliseconds : display.openingMilliseconds,
    );
    return () => clearTimeout(timer);
  }, [isOpening]);

  // The vault is closed again when the browser restores this page from its cache.
  useEffect(() => {
    const close = (event: PageTransitionEvent) => event.persisted && setOpening(false);
    window.addEventListener('pageshow', close);
    return () => window.removeEventListener('pageshow', close);
  }, []);

  return { isOpening, open: () => setOpening(true) };
}
