// What stands behind the # of an address: the token of a letter's link, which the browser sends to nobody.
import { useLocation } from './location.tsx';

export function useFragment(): string {
  useLocation(); // another link opened in the same tab is a move to another place
  return window.location.hash.slice(1);
}
