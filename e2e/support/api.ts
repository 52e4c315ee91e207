// Calls of the service outside a browser. Each caller keeps its own cookies.
import { type Answered, type Caller, createCallerOver } from '@remembrance/contract/testing/caller.ts';

export interface Api extends Caller<Answered> {
  /** Sends any other request to the service, with the same cookies. Resolves to its status. */
  send(path: string, init: RequestInit): Promise<number>;
}

export function createApi(url: string): Api {
  const caller = createCallerOver(async ({ url: target, ...init }) => {
    const response = await fetch(target, { redirect: 'manual', ...init });
    return { status: response.status, cookies: response.headers.getSetCookie(), text: await response.text() };
  }, url);
  return {
    ...caller,
    async send(path, init) {
      const headers = new Headers([...Object.entries(caller.headers()), ...new Headers(init.headers)]);
      return (await fetch(new URL(path, url), { ...init, headers })).status;
    },
  };
}
