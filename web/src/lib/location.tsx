// The current location and navigation, built on the browser's history. Navigation is a React transition: the old page stays
// until the new one is ready.
import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react';

export interface CurrentLocation {
  pathname: string;
  search: string;
  /** State passed with the navigation, stored in the history and not in the address. */
  state: unknown;
  /** How the page was reached: opened directly, by a navigation within the app, or by going back or forward. */
  arrival: 'opened' | 'moved' | 'returned';
}

interface NavigateOptions {
  /** Replaces the current history entry, so that going back skips it. */
  replace?: boolean;
  state?: unknown;
}

type Navigate = (to: string, move?: NavigateOptions) => void;

const LocationContext = createContext<CurrentLocation>({ pathname: '/', search: '', state: null, arrival: 'opened' });
const NavigateContext = createContext<Navigate>(() => {});
const ParamsContext = createContext<Readonly<Record<string, string>>>({});

export const useLocation = (): CurrentLocation => useContext(LocationContext);
export const useNavigate = (): Navigate => useContext(NavigateContext);
/** The parameters in the address, as named by the page's pattern. */
export const useParams = () => useContext(ParamsContext);

export const ParamsProvider = ParamsContext.Provider;

export function BrowserLocation({ children }: { children: ReactNode }) {
  const [location, setLocation] = useState<CurrentLocation>(() => readLocation('opened'));
  const [navigate] = useState<Navigate>(() => (to: string, { replace = false, state = null }: NavigateOptions = {}) => {
    if (replace) window.history.replaceState(state, '', to);
    else window.history.pushState(state, '', to);
    startTransition(() => setLocation(readLocation('moved')));
  });
  useEffect(() => {
    const goBack = () => startTransition(() => setLocation(readLocation('returned')));
    window.addEventListener('popstate', goBack);
    return () => window.removeEventListener('popstate', goBack);
  }, []);
  return (
    <LocationContext value={location}>
      <NavigateContext value={navigate}>{children}</NavigateContext>
    </LocationContext>
  );
}

/** The location of a page that is prerendered at build time. */
export function FixedLocation({ pathname, children }: { pathname: string; children: ReactNode }) {
  return <LocationContext value={{ pathname, search: '', state: null, arrival: 'opened' }}>{children}</LocationContext>;
}

function readLocation(arrival: CurrentLocation['arrival']): CurrentLocation {
  const { pathname, search } = window.location;
  return { pathname, search, state: window.history.state, arrival };
}
