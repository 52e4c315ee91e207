// A browser that calls the application in a test, with its own cookies and network address, from the application's origin.
import type { BodySent, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@remembrance/contract/endpoint.ts';
import { type Problem, problem } from '@remembrance/contract/problem.ts';
import { addressOf } from '@remembrance/contract/testing/caller.ts';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';

export interface Sent<E extends Endpoint> {
  params?: ParamsOf<E>;
  query?: QueryOf<E>;
  body?: BodySent<E>;
  headers?: Record<string, string>;
}

export interface Caller {
  /** The response, whatever its status. */
  call<E extends Endpoint>(endpoint: E, sent?: Sent<E>): Promise<LightMyRequestResponse>;
  /** The reply of a call that must succeed. */
  ask<E extends Endpoint>(endpoint: E, sent?: Sent<E>): Promise<ReplyOf<E>>;
  /** The problem of a call that must be refused. */
  refused<E extends Endpoint>(endpoint: E, sent?: Sent<E>): Promise<Problem>;
  /** Any request, such as one to a signed link. */
  send(request: InjectOptions & { url: string }): Promise<LightMyRequestResponse>;
  /** The Cookie header. */
  cookie(): string;
}

interface CallerOptions {
  app: FastifyInstance;
  /** The origin of the pages that make the calls. */
  origin: string;
  network?: string;
}

export function createCaller({ app, origin, network = '127.0.0.1' }: CallerOptions): Caller {
  const cookies = new Map<string, string>();
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const send: Caller['send'] = async ({ headers, ...request }) => {
    const own = { host: new URL(origin).host, origin, 'sec-fetch-site': 'same-origin' };
    const carried = cookies.size > 0 ? { cookie: cookie() } : {};
    const options = { remoteAddress: network, ...request, headers: { ...own, ...carried, ...headers } };
    const answer = await app.inject(options);
    for (const { name, value, maxAge } of answer.cookies) {
      if (maxAge === 0) cookies.delete(name);
      else cookies.set(name, encodeURIComponent(value));
    }
    return answer;
  };
  const call: Caller['call'] = (endpoint, { params = {}, query = {}, body, headers = {} } = {}) => {
    const payload = body === undefined ? {} : { payload: body as object };
    return send({ method: endpoint.method, url: addressOf(endpoint, params, query), headers, ...payload });
  };
  return {
    send,
    call,
    cookie,
    async ask(endpoint, sent) {
      const answer = await call(endpoint, sent);
      if (answer.statusCode >= 300)
        throw new Error(`${endpoint.method} ${endpoint.path}: ${answer.statusCode} ${answer.body}`);
      return endpoint.reply.parse(answer.body === '' ? {} : answer.json()) as never;
    },
    async refused(endpoint, sent) {
      const answer = await call(endpoint, sent);
      if (answer.statusCode < 400)
        throw new Error(`${endpoint.method} ${endpoint.path} was not refused: ${answer.statusCode}`);
      return problem.parse(answer.json());
    },
  };
}
