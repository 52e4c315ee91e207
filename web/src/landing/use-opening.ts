// Plays the opening animation, then goes to the login page. With reduced motion it goes there at once.
import { display } from '@remembrance/contract/limits.ts';
import { useEffect, useState } from 'react';
import { hasTrialPromo, withPromo } from '../lib/promo.ts';
import { useSearch } from '../lib/search.ts';
import { loginPath } from '../sessions/login-redirect.ts';

export interface Opening {
  isOpening: boolean;
  open: () => void;
  /** The login path; with the trial offer it continues to the plans. */
  loginPath: string;
}

export function useOpening(): Opening {
  const [isOpening, setOpening] = useState(false);
  const search = useSearch();
  const destination = hasTrialPromo(search) ? loginPath(withPromo('/pricing', search)) : loginPath();

  useEffect(() => {
    if (!isOpening) return;
    const prefersLess = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const timer = setTimeout(
      () => window.location.assign(destination),
      prefersLess ? display.openingReducedMotionMilliseconds : display.openingMilliseconds,
    );
    return () => clearTimeout(timer);
  }, [isOpening, destination]);

  // The vault is closed again when the browser restores this page from its cache.
  useEffect(() => {
    const close = (event: PageTransitionEvent) => event.persisted && setOpening(false);
    window.addEventListener('pageshow', close);
    return () => window.removeEventListener('pageshow', close);
  }, []);

  return { isOpening, open: () => setOpening(true), loginPath: destination };
}
