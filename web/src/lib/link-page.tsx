// A page behind the link of a letter. The token is the fragment of the address, which the browser does not send to any server.
// Another link that is opened in the same tab starts the page again.
import type { ComponentType } from 'react';
import { useLocation } from './location.tsx';

export function linkPage(Page: ComponentType<{ token: string }>): ComponentType {
  return function LinkPage() {
    useLocation(); // rerenders when only the fragment changes
    const token = window.location.hash.slice(1);
    return <Page key={token} token={token} />;
  };
}
