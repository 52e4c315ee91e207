// The keys for the owner's data in this browser. A form waits for them, because it starts from that data. Signing out in another tab
// deletes them.
import { getDraftKeys } from '@remembrance/contract/account.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryOf } from '../../lib/query-client.ts';
import { onSignOutElsewhere } from '../../people/sessions/forget-on-sign-out.ts';
import { closeDrafts, openDrafts } from './sealed-drafts.ts';

export function useDraftKeys() {
  const { data, error, refetch } = useQuery({ ...queryOf(getDraftKeys), select: openWith });
  useEffect(() => onSignOutElsewhere(closeDrafts), []);
  return { areOpen: data === true, error, refetch };
}

function openWith({ keys }: { keys: readonly string[] }): true {
  openDrafts(keys, new Date());
  return true;
}
