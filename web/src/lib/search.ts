// The query of the current address.
import { useMemo } from 'react';
import { useLocation } from 'react-router';

export function useSearch(): URLSearchParams {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}
