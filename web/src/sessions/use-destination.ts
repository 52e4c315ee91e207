// Where this person is going, read from the address of the page they sign in on.
import { useSearch } from '../lib/search.ts';
import { destinationOf } from './destination.ts';

export function useDestination(): string {
  const search = useSearch();
  return destinationOf(search);
}
