// The keys for the owner's data in this browser. A form waits for them, because it starts from that data.
import { getDraftKeys } from '@remembrance/contract/account.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../lib/query-client.ts';
import { openDrafts } from './sealed-drafts.ts';

export function useDraftKeys() {
  const { data, error, refetch } = useQuery({ ...queryOf(getDraftKeys), select: openWith });
  return { areOpen: data === true, error, refetch };
}

function openWith({ keys }: { keys: readonly string[] }): true {
  openDrafts(keys, new Date());
  return true;
}
