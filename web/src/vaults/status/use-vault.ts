// Queries and changes of one vault: its details and files, its deletion, and reopening its questions.
import { listFiles } from '@remembrance/contract/files.ts';
import { ownerChangeDays } from '@remembrance/contract/limits.ts';
import { listQuestions } from '@remembrance/contract/questions.ts';
import { reopenQuestions } from '@remembrance/contract/released-vaults.ts';
import { deleteVault, getVault, listVaults, type Vault } from '@remembrance/contract/vaults.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutationOnce } from '../../lib/one-at-a-time.ts';
import { queryKeyOf, queryOf } from '../../lib/query-client.ts';
import { toast, toastFailure } from '../../ui/toast.tsx';
import { areLinksStale, type FreshLinks, renewAfterMilliseconds } from '../files/shown/file-links.ts';
import { useLinkChecks } from '../files/shown/use-link-checks.ts';

export const vaultQuery = (id: string) => queryOf(getVault, { params: { id } });

export const useVault = (id: string) => useQuery(vaultQuery(id));

export const filesQuery = (id: string) => queryOf(listFiles, { params: { id } });

export const useFiles = (id: string) => useQuery({ ...filesQuery(id), staleTime: renewAfterMilliseconds });

/** The owner's own links, which are renewed with the files. A renewal that failed is tried again, so that an interrupted film continues. */
export function useOwnLinks({ dataUpdatedAt, isRefetchError, refetch }: ReturnType<typeof useFiles>): FreshLinks {
  useLinkChecks(() => isRefetchError, refetch);
  return {
    refresh: async () => ((await refetch()).isSuccess ? 'renewed' : 'not-reached'),
    areStale: () => areLinksStale(new Date(dataUpdatedAt), new Date()),
    isSessionOver: false,
  };
}

export const useQuestions = (id: string) => useQuery(queryOf(listQuestions, { params: { id } }));

export function useDeletion({ id, isUnpaid }: { id: string; isUnpaid: boolean }, onDeleted: () => void) {
  const client = useQueryClient();
  return useMutationOnce({
    mutationFn: () => call(deleteVault, { params: { id } }),
    onSuccess() {
      toast({ title: 'Vault Deleted', description: isUnpaid ? unpaidDeletedText : vaultDeletedText });
      onDeleted();
      // Refetched only when it is opened again, so that the page being left does not change visibly.
      const gone = client.invalidateQueries({ queryKey: vaultQuery(id).queryKey, refetchType: 'none' });
      return Promise.all([gone, client.invalidateQueries({ queryKey: queryKeyOf(listVaults), exact: true })]);
    },
    onError(error) {
      toastFailure(error, { title: 'Not Deleted', fallback: 'The vault could not be deleted. Please try again.' });
    },
  });
}

const unpaidDeletedText = 'We have permanently deleted its message and files.';
const vaultDeletedText = `You can restore it for ${ownerChangeDays} days with the link in the email we sent you.`;

export function useReopening(id: string) {
  const client = useQueryClient();
  const { queryKey } = vaultQuery(id);
  return useMutationOnce({
    mutationFn: () => call(reopenQuestions, { params: { id } }),
    onSuccess: () =>
      client.setQueryData<Vault>(queryKey, (vault) => (vault ? { ...vault, questionsLocked: false } : undefined)),
    onError(error) {
      toastFailure(error, { title: 'Not Opened', fallback: 'The questions could not be opened. Please try again.' });
    },
  });
}
