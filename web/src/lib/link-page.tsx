// A page behind the link of a letter. The token is the fragment of the address, which the browser does not send to any server.
// Another link that is opened in the same tab starts the page again.
import { type ComponentType, useEffect, useReducer } from 'react';
import { useLocation } from './location.tsx';

export function linkPage(Page: ComponentType<{ token: string }>): ComponentType {
  return function LinkPage() {
    const { pathname } = useLocation();
    const [, rerender] = useReducer((count: number) => count + 1, 0);
    useEffect(() => {
      // Only within the page: until another page has come, this one stays as it is.
      const follow = () => window.location.pathname === pathname && rerender();
      window.addEventListener('popstate', follow);
      return () => window.removeEventListener('popstate', follow);
    }, [pathname]);
    const token = window.location.hash.slice(1);
    return <Page key={token} token={token} />;
  };
}
