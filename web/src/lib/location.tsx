// The current location and navigation, built on the browser's history. Navigation is a React transition: the old page stays
// until the new one is ready.
import {
  createContext,
  type ReactNode,
  type RefObject,
  startTransition,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useBrowserValue } from './browser/browser-value.ts';

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
  /** Leaves the page even if it would ask first. */
  leavesUnasked?: boolean;
}

/** Decides whether to leave the page by calling `leave`. */
export type LeaveGuard = (leave: () => void) => void;

type Navigate = (to: string, move?: NavigateOptions) => void;

const LocationContext = createContext<CurrentLocation>({ pathname: '/', search: '', state: null, arrival: 'opened' });
const NavigateContext = createContext<Navigate>(() => {});
const GuardContext = createContext<RefObject<LeaveGuard | null>>({ current: null });
const ParamsContext = createContext<Readonly<Record<string, string>>>({});

export const useLocation = (): CurrentLocation => useContext(LocationContext);
/** The query of the address. It is empty during hydration, because the page was prerendered without one. */
export function useSearch(): URLSearchParams {
  const { search } = useLocation();
  const known = useBrowserValue(() => search, '');
  return useMemo(() => new URLSearchParams(known), [known]);
}
export const useNavigate = (): Navigate => useContext(NavigateContext);
/** The parameters in the address, as named by the page's pattern. */
export const useParams = () => useContext(ParamsContext);

/** Asks `guard` before another page is shown, by a link or by the browser's Back and Forward. Null disables it. */
export function useLeaveGuard(guard: LeaveGuard | null): void {
  const current = useContext(GuardContext);
  useEffect(() => {
    current.current = guard;
    return () => {
      current.current = null;
    };
  }, [current, guard]);
}

export const ParamsProvider = ParamsContext.Provider;

export function BrowserLocation({ children }: { children: ReactNode }) {
  const [location, setLocation] = useState<CurrentLocation>(() => readLocation('opened'));
  const guard = useRef<LeaveGuard | null>(null);
  const shown = useRef<HistoryEntry>({ href: '', state: null });
  const [show] = useState(() => (arrival: CurrentLocation['arrival']) => {
    shown.current = readEntry();
    startTransition(() => setLocation(readLocation(arrival)));
  });
  const [navigate] = useState<Navigate>(() => (to: string, options: NavigateOptions = {}) => {
    const { replace = false, state = null, leavesUnasked = false } = options;
    const go = () => {
      if (replace) window.history.replaceState(state, '', to);
      else window.history.pushState(state, '', to);
      show('moved');
    };
    if (guard.current && !leavesUnasked) guard.current(go);
    else go();
  });
  useEffect(() => {
    shown.current = readEntry();
    const goBack = () => {
      const ask = guard.current;
      if (!ask) {
        const before = shown.current;
        shown.current = readEntry();
        // The browser scrolls to an anchor by itself. A new location would remove content that is not hydrated yet.
        if (!isSamePage(before, shown.current)) show('returned');
        return;
      }
      // The browser has already moved, so we push this page again; going back from there continues.
      window.history.pushState(shown.current.state, '', shown.current.href);
      ask(() => {
        guard.current = null;
        window.history.back();
      });
    };
    window.addEventListener('popstate', goBack);
    return () => window.removeEventListener('popstate', goBack);
  }, [show]);
  return (
    <LocationContext value={location}>
      <GuardContext value={guard}>
        <NavigateContext value={navigate}>{children}</NavigateContext>
      </GuardContext>
    </LocationContext>
  );
}

/** The location of a page that is prerendered at build time. */
export function FixedLocation({ pathname, children }: { pathname: string; children: ReactNode }) {
  return <LocationContext value={{ pathname, search: '', state: null, arrival: 'opened' }}>{children}</LocationContext>;
}

interface HistoryEntry {
  href: string;
  state: unknown;
}

const readEntry = (): HistoryEntry => ({ href: window.location.href, state: window.history.state });

/** Whether only the fragment differs: both entries come from anchor links, which have no state. */
function isSamePage(a: HistoryEntry, b: HistoryEntry): boolean {
  const withoutFragment = ({ href }: HistoryEntry) => href.split('#', 1)[0];
  return !a.state && !b.state && withoutFragment(a) === withoutFragment(b);
}

function readLocation(arrival: CurrentLocation['arrival']): CurrentLocation {
  const { pathname, search } = window.location;
  return { pathname, search, state: window.history.state, arrival };
}
