// The query of the current address; empty while a prerendered page is being taken over, since it was rendered without one.
import { useMemo } from 'react';
import { useBrowserValue } from './browser-value.ts';
import { useLocation } from './location.tsx';

export function useSearch(): URLSearchParams {
  const { search } = useLocation();
  const known = useBrowserValue(() => search, '');
  return useMemo(() => new URLSearchParams(known), [known]);
}
