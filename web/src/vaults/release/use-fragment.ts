// The fragment of a link from a letter or a card. It holds the code, so it is read once and immediately removed from the address bar and
// this tab's history.
import { useEffect, useRef } from 'react';

export function useFragment(onFragment: (fragment: string) => void): void {
  const latest = useRef(onFragment);
  useEffect(() => {
    latest.current = onFragment;
  }, [onFragment]);
  useEffect(() => {
    const take = () => {
      const { hash, pathname, search } = window.location;
      if (hash.length < 2) return;
      window.history.replaceState(window.history.state, '', pathname + search);
      latest.current(hash.slice(1));
    };
    take();
    window.addEventListener('hashchange', take); // another link opened in the same tab
    return () => window.removeEventListener('hashchange', take);
  }, []);
}
