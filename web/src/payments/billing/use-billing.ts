// The queries and changes of the billing pages.
import { type BilledPlan, getBilling } from '@remembrance/contract/billing.ts';
import { listVaults } from '@remembrance/contract/vaults.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallError } from '../../lib/call.ts';
import { useMutationOnce } from '../../lib/one-at-a-time.ts';
import { queryKeyOf, queryOf } from '../../lib/query-client.ts';
import { toast, toastFailure } from '../../ui/toast.tsx';

export const useBilling = () => useQuery(queryOf(getBilling));

/** Reloads plans and vaults, which change together. */
export function useRefreshBilling(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(
      [getBilling, listVaults].map((endpoint) => client.invalidateQueries({ queryKey: queryKeyOf(endpoint) })),
    );
  };
}

/** A change whose outcome is shown as a toast. */
export function useBillingChange<Sent>(
  send: (sent: Sent) => Promise<BilledPlan>,
  successTitle: (sent: Sent) => string,
) {
  const refresh = useRefreshBilling();
  return useMutationOnce<BilledPlan, CallError, Sent>({
    mutationFn: send,
    async onSuccess(plan, sent) {
      await refresh();
      if (!plan.clientSecret) toast({ title: successTitle(sent) }); // otherwise the page asks the bank first
    },
    onError: (error) => toastFailure(error, { title: 'Nothing was changed', fallback: 'Please try again.' }),
  });
}
