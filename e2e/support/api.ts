// Calls of the service outside a browser, typed by the contract. Each caller keeps its own cookies.
import type { BodySent, Endpoint, ReplyOf } from '@remembrance/contract/endpoint.ts';
import { problem } from '@remembrance/contract/problem.ts';

interface CallInput<E extends Endpoint> {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: BodySent<E>;
}

export interface Api {
  url: string;
  /** @throws {Refused} when the service refuses. */
  call<E extends Endpoint>(endpoint: E, input?: CallInput<E>): Promise<ReplyOf<E>>;
  /** Any other request to the service, with the same cookies. */
  send(path: string, init: RequestInit): Promise<Response>;
}

/** A refusal, with its code and dates. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  readonly retryAt: string | undefined;
  readonly releasedAt: string | undefined;

  constructor(status: number, text: string) {
    const { code, detail, retryAt, releasedAt } = problem.parse(JSON.parse(text));
    super(`${status}: ${detail}`);
    this.status = status;
    this.code = code;
    this.retryAt = retryAt;
    this.releasedAt = releasedAt;
  }
}

export function createApi(url: string): Api {
  const cookies = new Map<string, string>();
  const send: Api['send'] = async (path, init) => {
    const headers = new Headers(init.headers);
    headers.set('origin', url);
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(new URL(path, url), { redirect: 'manual', ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name) cookies.set(name, value ?? '');
    }
    return response;
  };
  return {
    url,
    send,
    async call(endpoint, { params, query, body } = {}) {
      const response = await send(pathOf(endpoint.path, params, query), {
        method: endpoint.method,
        ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Refused(response.status, text);
      return text === '' ? undefined : JSON.parse(text);
    },
  };
}

function pathOf(path: string, params: Record<string, string> = {}, query: Record<string, string> = {}): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return `${filled}?${new URLSearchParams(query)}`;
}
