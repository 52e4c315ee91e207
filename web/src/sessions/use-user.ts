// Who is signed in. While that is not known the answer is 'loading', on the server always.
import type { User } from '@remembrance/contract/sessions.ts';
import { useQuery } from '@tanstack/react-query';
import { useBrowserValue } from '../lib/browser-value.ts';
import { type CallError, isUnauthorized } from '../lib/call.ts';
import { unauthorizedIsAnAnswer } from '../lib/query-client.ts';
import { hasSessionHint } from './session-hint.ts';

// The path is spelled out so that the landing page need not load the contract's schemas; a test holds it to the contract.
export const userPath = '/api/auth/user';

export type Session =
  | { status: 'loading' }
  | { status: 'signed-in'; user: User }
  | { status: 'signed-out' }
  /** The service could not say. */
  | { status: 'failed'; error: CallError; retry: () => void };

export function useUser(): Session {
  const hasHint = useBrowserValue(hasSessionHint, undefined);
  const { data, error, refetch } = useQuery<User, CallError>({
    queryKey: [userPath],
    enabled: hasHint === true,
    meta: unauthorizedIsAnAnswer,
  });
  if (hasHint === undefined) return { status: 'loading' };
  if (data) return { status: 'signed-in', user: data };
  if (!hasHint || isUnauthorized(error)) return { status: 'signed-out' };
  return error ? { status: 'failed', error, retry: () => void refetch() } : { status: 'loading' };
}
