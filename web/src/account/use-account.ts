// The account query, and the hooks that change and refresh it.
import { type Account, getAccount } from '@remembrance/contract/account.ts';
import type { User } from '@remembrance/contract/sessions.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type CallError, isUnauthorized, sentenceOf } from '../lib/call.ts';
import { useMutationOnce } from '../lib/one-at-a-time.ts';
import { queryKeyOf, queryOf } from '../lib/query-client.ts';
import { userPath } from '../people/sessions/use-user.ts';
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

interface ChangeOptions<Reply> {
  title: string;
  onDone?: (reply: Reply) => void;
  /** Reloaded afterwards, even after a refusal, because the page may be out of date. */
  reload?: { path: string };
}

/** A change without a form; a failure is shown as a toast with a retry. */
export function useChange<Sent, Reply>(
  send: (sent: Sent) => Promise<Reply>,
  { title, onDone, reload }: ChangeOptions<Reply>,
) {
  const refresh = useRefresh();
  const change = useMutationOnce<Reply, CallError, Sent>({
    mutationFn: send,
    onSuccess(reply) {
      if (reload) void refresh(reload);
      onDone?.(reply);
    },
    onError(error, sent) {
      if (isUnauthorized(error)) return;
      if (reload && error.code !== undefined) void refresh(reload);
      const action = { label: 'Try again', onPress: () => change.mutate(sent) };
      toast({ title, description: sentenceOf(error, 'Please try again.'), variant: 'destructive', action });
    },
  });
  return change;
}
