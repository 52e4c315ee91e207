// Calls the service like a browser on its pages: typed by the contract, with its own cookies. The caller supplies the
// transport, so that tests over a network and tests inside one process share the rest.
import type { BodySent, Endpoint, ParamsOf, QueryOf, ReplyOf } from '../src/endpoint.ts';
import type { Problem } from '../src/problem.ts';

export interface Sent<E extends Endpoint> {
  params?: ParamsOf<E>;
  query?: QueryOf<E>;
  body?: BodySent<E>;
}

export interface Request {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
}

export interface Answered {
  status: number;
  /** The lines of `Set-Cookie`. */
  cookies: readonly string[];
  text: string;
}

export interface Caller<Answer extends Answered> {
  url: string;
  /** The response, whatever its status. */
  call<E extends Endpoint>(endpoint: E, sent?: Sent<E>): Promise<Answer>;
  /** The reply of a call that must succeed. @throws {Refused} */
  ask<E extends Endpoint>(endpoint: E, sent?: Sent<E>): Promise<ReplyOf<E>>;
  /** Opens a URL, such as one in a letter. @throws {Refused} */
  visit(url: string): Promise<Answer>;
  /** The headers of the next request: cookies and origin. */
  headers(): Record<string, string>;
}

/** A refused call, with the content of its problem. */
export class Refused extends Error {
  override name = 'Refused';
  readonly request: string;
  readonly status: number;
  readonly code: string;
  readonly problem: Partial<Problem>;

  constructor(request: string, answer: Answered) {
    const problem = problemOf(answer);
    super(`${request} was answered ${answer.status} ${problem.code ?? ''} ${problem.detail ?? ''}`);
    this.request = request;
    this.status = answer.status;
    this.code = problem.code ?? '';
    this.problem = problem;
  }
}

/** The problem in a response; empty if there is none. */
export function problemOf({ text }: Answered): Partial<Problem> {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** @param more headers to send with every request */
export function createCallerOver<Answer extends Answered>(
  send: (request: Request) => Promise<Answer>,
  url: string,
  more: Record<string, string> = {},
): Caller<Answer> {
  const cookies = new Map<string, string>();
  const headers = () => ({
    ...more,
    origin: url,
    ...(cookies.size > 0 && { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
  });
  const request = async (method: string, target: string, body?: unknown): Promise<Answer> => {
    const json = body !== undefined && { body: JSON.stringify(body) };
    const type = json && { 'content-type': 'application/json' };
    const answer = await send({ method, url: target, headers: { ...headers(), ...type }, ...json });
    for (const line of answer.cookies) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name) cookies.set(name, value ?? '');
    }
    return answer;
  };
  const call: Caller<Answer>['call'] = (endpoint, { params = {}, query = {}, body } = {}) =>
    request(endpoint.method, url + addressOf(endpoint, params, query), body);
  return {
    url,
    headers,
    call,
    async visit(target) {
      const answer = await request('GET', target);
      if (answer.status >= 400) throw new Refused(`GET ${new URL(target).pathname}`, answer);
      return answer;
    },
    async ask(endpoint, sent) {
      const answer = await call(endpoint, sent);
      if (answer.status >= 300) throw new Refused(`${endpoint.method} ${endpoint.path}`, answer);
      return endpoint.reply.parse(answer.text === '' ? {} : JSON.parse(answer.text)) as never;
    },
  };
}

/** The path of a call with its values in place, and its query. */
export function addressOf(endpoint: Endpoint, params: unknown, query: unknown): string {
  const values = params as Record<string, string>;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const search = new URLSearchParams(query as Record<string, string>).toString();
  return search === '' ? path : `${path}?${search}`;
}
