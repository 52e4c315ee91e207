// The account as the page knows it, and what is refreshed after a change.
import { type Account, getAccount } from '@remembrance/contract/account.ts';
import type { User } from '@remembrance/contract/sessions.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type CallError, isUnauthorized, sentenceOf } from '../lib/call.ts';
import { queryKeyOf, queryOf } from '../lib/query-client.ts';
import { userPath } from '../sessions/use-user.ts';
import { toast } from '../ui/toast.tsx';

export const useAccount = () => useQuery(queryOf(getAccount));

/** Shows the person as they are now, here and in the header of every page. */
export function useShowUser(): (user: User) => void {
  const client = useQueryClient();
  return (user) => {
    client.setQueryData([userPath], user);
    client.setQueryData<Account>(queryKeyOf(getAccount), (account) => account && { ...account, ...user });
  };
}

/** Asks the service again for the account, or for a list of it. */
export function useRefresh(): (endpoint?: { path: string }) => Promise<void> {
  const client = useQueryClient();
  return (endpoint = getAccount) => client.invalidateQueries({ queryKey: queryKeyOf(endpoint), exact: true });
}

/** A change without a form: what fails is said in passing. */
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
