// The account query, and the hooks that change and refresh it.
import { type Account, getAccount } from '@remembrance/contract/account.ts';
import type { User } from '@remembrance/contract/sessions.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type CallError, isUnauthorized, sentenceOf } from '../lib/call.ts';
import { queryKeyOf, queryOf } from '../lib/query-client.ts';
import { userPath } from '../sessions/use-user.ts';
import { toast } from '../ui/toast.tsx';

export const useAccount = () => useQuery(queryOf(getAccount));

/** Updates the cached owner, here and in the header of every page. */
export function useShowUser(): (user: User) => void {
  const client = useQueryClient();
  return (user) => {
    client.setQueryData([userPath], user);
    client.setQueryData<Account>(queryKeyOf(getAccount), (account) => account && { ...account, ...user });
  };
}

/** Reloads the account, or one of its lists. */
export function useRefresh(): (endpoint?: { path: string }) => Promise<void> {
  const client = useQueryClient();
  return (endpoint = getAccount) => client.invalidateQueries({ queryKey: queryKeyOf(endpoint), exact: true });
}

/** A change without a form; a failure is shown as a toast. */
export function useChange<Sent, Reply>(
  send: (sent: Sent) => Promise<Reply>,
  { title, onDone }: { title: string; onDone: (reply: Reply) => void },
) {
  return useMutation<Reply, CallError, Sent>({
    mutationFn: send,
    onSuccess: onDone,
    onError(error) {
      if (isUnauthorized(error)) return;
      toast({ title, description: sentenceOf(error, 'Please try again.'), variant: 'destructive' });
    },
  });
}
