// The fragment of a link from a letter or a card. It holds the code, so it is read once and immediately removed from the address bar and
// this tab's history.
import { useEffect, useEffectEvent } from 'react';

export function useFragment(onFragment: (fragment: string) => void): void {
  const take = useEffectEvent(() => {
    const { hash, pathname, search } = window.location;
    if (hash.length < 2) return;
    window.history.replaceState(window.history.state, '', pathname + search);
    onFragment(hash.slice(1));
  });
  useEffect(() => {
    take();
    window.addEventListener('hashchange', take); // another link opened in the same tab
    return () => window.removeEventListener('hashchange', take);
  }, []);
}
