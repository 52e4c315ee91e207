// The query of the current address. It is empty during hydration, because the page was prerendered without one.
import { useMemo } from 'react';
import { useBrowserValue } from './browser/browser-value.ts';
import { useLocation } from './location.tsx';

export function useSearch(): URLSearchParams {
  const { search } = useLocation();
  const known = useBrowserValue(() => search, '');
  return useMemo(() => new URLSearchParams(known), [known]);
}
