// Joins the router to the browser's history. The library's own component carries its data router along, 4 KB that nothing
// here uses; this is the part that is needed. Moves are transitions: the old screen stays until the new one is there.
import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { createPath, type Location, type NavigationType, type Navigator, Router, type To } from 'react-router';

interface Place {
  location: Location;
  how: NavigationType;
}

interface KeptState {
  key: string;
  state: unknown;
}

export function BrowserRouter({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<Place>(() => ({ location: currentLocation(), how: 'POP' as NavigationType.Pop }));
  const [navigator] = useState(() =>
    historyNavigator((how) => startTransition(() => setPlace({ location: currentLocation(), how }))),
  );
  useEffect(() => {
    const goBack = () =>
      startTransition(() => setPlace({ location: currentLocation(), how: 'POP' as NavigationType.Pop }));
    window.addEventListener('popstate', goBack);
    return () => window.removeEventListener('popstate', goBack);
  }, []);
  return (
    <Router location={place.location} navigationType={place.how} navigator={navigator}>
      {children}
    </Router>
  );
}

function historyNavigator(onMove: (how: NavigationType) => void): Navigator {
  const createHref = (to: To): string => (typeof to === 'string' ? to : createPath(to));
  const kept = (state: unknown): KeptState => ({ key: crypto.randomUUID().slice(0, 8), state: state ?? null });
  return {
    createHref,
    go: (steps) => window.history.go(steps),
    push(to, state) {
      window.history.pushState(kept(state), '', createHref(to));
      onMove('PUSH' as NavigationType.Push);
    },
    replace(to, state) {
      window.history.replaceState(kept(state), '', createHref(to));
      onMove('REPLACE' as NavigationType.Replace);
    },
  };
}

function currentLocation(): Location {
  const { pathname, search, hash } = window.location;
  const { key = 'default', state = null } = (window.history.state ?? {}) as Partial<KeptState>;
  return { pathname, search, hash, key, state };
}
