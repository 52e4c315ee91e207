// The destination after signing in, read from the address of the current page.
import { useSearch } from '../lib/search.ts';
import { destinationOf } from './destination.ts';

export function useDestination(): string {
  const search = useSearch();
  return destinationOf(search);
}
