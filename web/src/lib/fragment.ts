// Reads the fragment of the address: the token of a letter's link, which the browser does not send to any server.
import { useLocation } from './location.tsx';

export function useFragment(): string {
  useLocation(); // rerenders when another link is opened in the same tab
  return window.location.hash.slice(1);
}
