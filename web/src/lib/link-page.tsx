// The page behind an emailed link. The token is the address's fragment, which the browser does not send to any server. Another link
// opened in the same tab restarts the page.
import { type ComponentType, useEffect, useReducer } from 'react';
import { useLocation } from './location.tsx';

export function linkPage(Page: ComponentType<{ token: string }>): ComponentType {
  return function LinkPage() {
    const { pathname } = useLocation();
    const [, rerender] = useReducer((count: number) => count + 1, 0);
    useEffect(() => {
      // Only within this page: until another page has loaded, this one stays unchanged.
      const follow = () => window.location.pathname === pathname && rerender();
      window.addEventListener('popstate', follow);
      return () => window.removeEventListener('popstate', follow);
    }, [pathname]);
    const token = window.location.hash.slice(1);
    return <Page key={token} token={token} />;
  };
}
