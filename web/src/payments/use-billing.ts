// What the billing pages ask the service for, and what is refreshed after a change.
import { getBilling } from '@remembrance/contract/billing.ts';
import { listVaults } from '@remembrance/contract/vaults.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type CallError, isUnauthorized, sentenceOf } from '../lib/call.ts';
import { queryKeyOf, queryOf } from '../lib/query-client.ts';
import { toast } from '../ui/toast.tsx';

export const useBilling = () => useQuery(queryOf(getBilling));

/** Asks again for plans and vaults, which change together. */
export function useRefreshBilling(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(
      [getBilling, listVaults].map((endpoint) => client.invalidateQueries({ queryKey: queryKeyOf(endpoint) })),
    );
  };
}

/** A change that is said in passing, whether it went well or not. */
export function useBillingChange<Sent>(send: (sent: Sent) => Promise<unknown>, done: (sent: Sent) => string) {
  const refresh = useRefreshBilling();
  return useMutation<unknown, CallError, Sent>({
    mutationFn: send,
    async onSuccess(_, sent) {
      await refresh();
      toast({ title: done(sent) });
    },
    onError(error) {
      if (isUnauthorized(error)) return;
      toast({
        title: 'Nothing was changed',
        description: sentenceOf(error, 'Please try again.'),
        variant: 'destructive',
      });
    },
  });
}
