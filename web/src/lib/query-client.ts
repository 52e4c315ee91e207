// The query cache: each result is fetched once and stays fresh until a change invalidates it.
import type { Endpoint, ReplyOf } from '@remembrance/contract/endpoint.ts';
import { MutationCache, QueryCache, QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import { type CallError, type CallInput, callPath, isUnauthorized, request } from './call.ts';

/** Set it in a query's `meta` if a 401 is an expected result and must not redirect to the login page. */
export const acceptsUnauthorized = { acceptsUnauthorized: true } as const;

export function makeQueryClient(onUnauthorized: () => void = () => {}): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        if (isUnauthorized(error) && !query.meta?.acceptsUnauthorized) onUnauthorized();
      },
    }),
    mutationCache: new MutationCache({
      onError(error) {
        if (isUnauthorized(error)) onUnauthorized();
      },
    }),
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey }) => request('GET', queryPath(queryKey)),
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // An offline browser gets an error message instead of waiting silently.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** The path of a query key: its parts joined with slashes. */
export const queryPath = (key: QueryKey): string => key.join('/');

/** A query of an endpoint, typed by its reply: `useQuery(queryOf(getVault, { params: { id } }))`. */
export function queryOf<E extends Endpoint>(
  endpoint: E,
  ...[input]: Record<string, never> extends Omit<CallInput<E>, 'body'>
    ? [input?: Omit<CallInput<E>, 'body'>]
    : [input: Omit<CallInput<E>, 'body'>]
) {
  return queryOptions<ReplyOf<E>, CallError>({ queryKey: queryKeyOf(endpoint, input) });
}

/**
 * An endpoint's query key: its path up to the first value, then each further part. Refreshing `['/api/vaults', id]` or `['/api/vaults']`
 * therefore also refreshes `['/api/vaults', id, 'files']`.
 */
export function queryKeyOf(
  endpoint: Pick<Endpoint, 'path'>,
  input: { params?: unknown; query?: unknown } = {},
): readonly string[] {
  const { params = {}, query = {} } = input as Record<'params' | 'query', Record<string, unknown>>;
  const firstValue = endpoint.path.indexOf('/:');
  const [stem, rest] =
    firstValue < 0
      ? [endpoint.path, []]
      : [endpoint.path.slice(0, firstValue), endpoint.path.slice(firstValue + 1).split('/')];
  const parts = [stem, ...rest.map((part) => callPath(part, params))];
  const search = callPath('', {}, query);
  return search === '' ? parts : [...parts.slice(0, -1), `${parts.at(-1)}${search}`];
}
