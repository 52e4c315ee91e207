// Where the app is and how it moves from page to page, on the browser's own history. A move is a transition: the old
// screen stays until the new one is there.
import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react';

export interface Place {
  pathname: string;
  search: string;
  /** What the move brought along; it stands in the history and never in the address. */
  state: unknown;
  /** How one came here: by opening the page, by a move within the app, or by going back or forward. */
  arrival: 'opened' | 'moved' | 'returned';
}

interface Move {
  /** Takes the place of the page one comes from, which going back then skips. */
  replace?: boolean;
  state?: unknown;
}

type Navigate = (to: string, move?: Move) => void;

const PlaceContext = createContext<Place>({ pathname: '/', search: '', state: null, arrival: 'opened' });
const NavigateContext = createContext<Navigate>(() => {});
const ParamsContext = createContext<Readonly<Record<string, string>>>({});

export const useLocation = (): Place => useContext(PlaceContext);
export const useNavigate = (): Navigate => useContext(NavigateContext);
/** What stood in the address in the places its page's pattern names. */
export const useParams = () => useContext(ParamsContext);

export const ParamsProvider = ParamsContext.Provider;

export function BrowserLocation({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<Place>(() => currentPlace('opened'));
  const [navigate] = useState<Navigate>(() => (to: string, { replace = false, state = null }: Move = {}) => {
    if (replace) window.history.replaceState(state, '', to);
    else window.history.pushState(state, '', to);
    startTransition(() => setPlace(currentPlace('moved')));
  });
  useEffect(() => {
    const goBack = () => startTransition(() => setPlace(currentPlace('returned')));
    window.addEventListener('popstate', goBack);
    return () => window.removeEventListener('popstate', goBack);
  }, []);
  return (
    <PlaceContext value={place}>
      <NavigateContext value={navigate}>{children}</NavigateContext>
    </PlaceContext>
  );
}

/** The place of a page that is rendered while the app is built. */
export function FixedLocation({ pathname, children }: { pathname: string; children: ReactNode }) {
  return <PlaceContext value={{ pathname, search: '', state: null, arrival: 'opened' }}>{children}</PlaceContext>;
}

function currentPlace(arrival: Place['arrival']): Place {
  const { pathname, search } = window.location;
  return { pathname, search, state: window.history.state, arrival };
}
