// Calls the service through the contract, as a browser on its pages would.
import type { BodySent, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@remembrance/contract/endpoint.ts';
import { type Answer, send } from './http-client.ts';

export interface Sent<E extends Endpoint> {
  params?: ParamsOf<E>;
  query?: QueryOf<E>;
  body?: BodySent<E>;
}

export interface Caller {
  /** @throws {NotAnswered} */
  call<E extends Endpoint>(endpoint: E, sent?: Sent<E>): Promise<Answer>;
  /** @throws {NotAnswered} or {Refused}. */
  ask<E extends Endpoint>(endpoint: E, sent?: Sent<E>): Promise<ReplyOf<E>>;
  /** Goes to an address, such as one in a letter. @throws {NotAnswered} or {Refused}. */
  visit(url: string): Promise<Answer>;
}

export class Refused extends Error {
  override name = 'Refused';
  readonly request: string;
  readonly status: number;
  readonly code: string;

  constructor(request: string, answer: Answer) {
    const { code = '', detail = '' } = problemOf(answer);
    super(`${request} was answered ${answer.status} ${code} ${detail}`);
    this.request = request;
    this.status = answer.status;
    this.code = code;
  }
}

/** The problem in a response; empty if there is none. */
export function problemOf(answer: Answer): { code?: string; detail?: string; releasedAt?: string } {
  try {
    return JSON.parse(answer.body.toString('utf8'));
  } catch {
    return {};
  }
}

/** @param more headers that are sent with everything. */
export function createCaller(url: string, more: Record<string, string> = {}): Caller {
  const cookies = new Map<string, string>();
  const request = async (target: string, options: { method?: string; body?: string } = {}): Promise<Answer> => {
    const { method = 'GET', body } = options;
    const headers = {
      ...more,
      origin: url,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(cookies.size > 0 ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') } : {}),
    };
    const answer = await send({ method, url: target, headers, ...(body === undefined ? {} : { body }) });
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name) cookies.set(name, value ?? '');
    }
    return answer;
  };
  const call: Caller['call'] = (endpoint, { params = {}, query = {}, body } = {}) =>
    request(url + addressOf(endpoint, params, query), {
      method: endpoint.method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return {
    call,
    async visit(target) {
      const answer = await request(target);
      return answer.status < 400 ? answer : Promise.reject(new Refused(`GET ${new URL(target).pathname}`, answer));
    },
    async ask(endpoint, sent) {
      const answer = await call(endpoint, sent);
      if (answer.status >= 300) throw new Refused(`${endpoint.method} ${endpoint.path}`, answer);
      return endpoint.reply.parse(answer.body.length === 0 ? {} : JSON.parse(answer.body.toString('utf8'))) as never;
    },
  };
}

function addressOf(endpoint: Endpoint, params: unknown, query: unknown): string {
  const values = params as Record<string, string>;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const search = new URLSearchParams(query as Record<string, string>).toString();
  return search === '' ? path : `${path}?${search}`;
}
