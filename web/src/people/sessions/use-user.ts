// Who is signed in. It is 'loading' until that is known, and always during prerendering.
import type { User } from '@remembrance/contract/sessions.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useBrowserValue } from '../../lib/browser/browser-value.ts';
import { CallError, isUnauthorized, request, writeFor } from '../../lib/call.ts';
import { acceptsUnauthorized } from '../../lib/query-client.ts';
import { mayHaveSession } from './session-hint.ts';

// A literal path, so that the landing page does not load the contract's schemas; a test compares it to the contract.
export const userPath = '/api/auth/user';

export const userQuery = queryOptions<User, CallError>({
  queryKey: [userPath],
  /** A page stays its first owner's, even if the browser's session has become another's: what is typed here is theirs. */
  async queryFn({ client }) {
    const user = await askForUser();
    const { id } = client.getQueryData<User>([userPath]) ?? user;
    if (id !== user.id) throw new CallError(409, 'Somebody else is signed in here now.');
    writeFor(id);
    return user;
  },
  meta: acceptsUnauthorized,
  // The page that reports a failure mounts parts that run this query too, so a retry on mount would never end.
  retryOnMount: false,
});

/** Who the browser's session belongs to now. */
export const askForUser = async (): Promise<User> => (await request('GET', userPath)) as User;

export type Session =
  | { status: 'loading' }
  | { status: 'signed-in'; user: User }
  | { status: 'signed-out' }
  /** The session could not be checked. */
  | { status: 'failed'; error: CallError; retry: () => void };

export function useUser(): Session {
  const hasHint = useBrowserValue(mayHaveSession, undefined);
  const { data, error, refetch } = useQuery({ ...userQuery, enabled: hasHint === true });
  if (hasHint === undefined) return { status: 'loading' };
  if (data) return { status: 'signed-in', user: data };
  if (!hasHint || isUnauthorized(error)) return { status: 'signed-out' };
  return error ? { status: 'failed', error, retry: () => void refetch() } : { status: 'loading' };
}
