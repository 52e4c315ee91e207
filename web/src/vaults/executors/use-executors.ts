// Queries and changes of a vault's executors.
import type { BodySent } from '@remembrance/contract/endpoint.ts';
import {
  addExecutor,
  correctExecutor,
  type Executor,
  listExecutors,
  reissueCode,
} from '@remembrance/contract/executors.ts';
import { getVault, listVaults } from '@remembrance/contract/vaults.ts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutationOnce } from '../../lib/one-at-a-time.ts';
import { queryKeyOf, queryOf } from '../../lib/query-client.ts';
import { toast, toastFailure } from '../../ui/toast.tsx';

/** The vault and the list of vaults report who holds a code and whether its letter arrived. */
const refreshExecutors = (client: QueryClient, vaultId: string) => {
  const params = { id: vaultId };
  const keys = [queryKeyOf(listExecutors, { params }), queryKeyOf(getVault, { params }), queryKeyOf(listVaults)];
  return Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey, exact: true })));
};

export const useExecutors = (vaultId: string) => useQuery(queryOf(listExecutors, { params: { id: vaultId } }));

/** What an owner enters when adding or changing an executor. */
export type ExecutorFields = BodySent<typeof addExecutor>;

interface ExecutorTarget {
  vaultId: string;
  executor: Executor;
}

export function useCorrection({ vaultId, executor }: ExecutorTarget, onDone: () => void) {
  const client = useQueryClient();
  return useMutationOnce({
    mutationFn: (body: ExecutorFields) =>
      call(correctExecutor, { params: { id: vaultId, executorId: executor.id }, body }),
    onSuccess(corrected) {
      // Another tab may have sent a new code too.
      const hasMoved = corrected.email !== executor.email || corrected.secondEmail !== executor.secondEmail;
      const hasNewCode = hasMoved && corrected.codeSentAt !== executor.codeSentAt;
      toast({
        title: 'Executor Updated',
        description: hasNewCode ? 'We are sending a new code. The previous one no longer works.' : undefined,
      });
      onDone();
      return refreshExecutors(client, vaultId);
    },
  });
}

export function useAddition(vaultId: string) {
  const client = useQueryClient();
  return useMutationOnce({
    mutationFn: (body: ExecutorFields) => call(addExecutor, { params: { id: vaultId }, body }),
    onSuccess(added) {
      toast({
        title: 'Executor Added',
        description: added.codeSentAt ? 'Their email with the code is on its way.' : undefined,
      });
      return refreshExecutors(client, vaultId);
    },
  });
}

export function useReissue({ vaultId, executor }: ExecutorTarget, onDone: () => void) {
  const client = useQueryClient();
  return useMutationOnce({
    mutationFn: () => call(reissueCode, { params: { id: vaultId, executorId: executor.id } }),
    onSuccess() {
      toast({ title: 'New Code Sent', description: 'The previous code no longer works.' });
      onDone();
      return refreshExecutors(client, vaultId);
    },
    onError(error) {
      onDone();
      toastFailure(error, { title: 'Not Sent', fallback: 'The code could not be sent. Please try again.' });
    },
  });
}
