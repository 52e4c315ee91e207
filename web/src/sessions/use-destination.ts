// Where this person is going, read from the address of the page they sign in on.
import { useSearchParams } from 'react-router';
import { destinationOf } from './destination.ts';

export function useDestination(): string {
  const [search] = useSearchParams();
  return destinationOf(search, window.location.origin);
}
