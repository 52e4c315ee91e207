// The query of the current address; empty while a prerendered page is being taken over, since it was rendered without one.
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { useBrowserValue } from './browser-value.ts';

export function useSearch(): URLSearchParams {
  const { search } = useLocation();
  const known = useBrowserValue(() => search, '');
  return useMemo(() => new URLSearchParams(known), [known]);
}
