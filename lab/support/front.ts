// The proxy in front of several processes, as an operator runs one: it checks the health of each, sends a new connection only to a healthy
// process, and to another one if that refuses it. It also counts the answers.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { health } from '@remembrance/contract/service.ts';
import { send } from './http-client.ts';

export interface Front {
  url: string;
  /** Starts to check these processes. */
  serve(urls: readonly string[]): void;
  /** Sends everything to one process; null sends it to each again. */
  only(url: string | null): void;
  /** @returns a function that ends the count: how many requests were answered, and which got a 5xx or no answer */
  count(): () => { answered: number; failed: string[] };
  close(): void;
}

const checkEveryMilliseconds = 200;
const answerMilliseconds = 1000;

interface Count {
  answered: number;
  failed: string[];
}

export async function openFront(): Promise<Front> {
  let all: readonly string[] = [];
  let only: string | null = null;
  let next = 0;
  let isOpen = true;
  const healthy = new Set<string>();
  const counts = new Set<Count>();
  const sockets = new Set<Socket>();
  const note = (request: string, status: number | null) => {
    for (const count of counts) {
      if (status !== null) count.answered += 1;
      if (status === null || status >= 500) count.failed.push(`${request}: ${status ?? 'no answer'}`);
    }
  };
  const inTurn = () => {
    next += 1;
    const usable = all.filter((url) => (only === null ? healthy.has(url) : url === only));
    return usable.map((_, index) => usable[(index + next) % usable.length] ?? '');
  };
  const server = createServer({ pauseOnConnect: true }, (client) => {
    keep(sockets, client);
    tryEach(client, inTurn(), { sockets, note });
  });
  const check = async (url: string) => {
    while (isOpen) {
      const answer = await withinLimit(send({ method: 'GET', url: url + health.path }));
      if (answer?.status === 200) healthy.add(url);
      else healthy.delete(url);
      await delay(checkEveryMilliseconds);
    }
  };
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    serve(urls) {
      all = urls;
      for (const url of urls) void check(url);
    },
    only(url) {
      only = url;
    },
    count() {
      const count: Count = { answered: 0, failed: [] };
      counts.add(count);
      return () => {
        counts.delete(count);
        return count;
      };
    },
    close() {
      isOpen = false;
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

interface Means {
  sockets: Set<Socket>;
  note: (request: string, status: number | null) => void;
}

function tryEach(client: Socket, [url, ...others]: string[], means: Means): void {
  if (url === undefined) {
    means.note('a connection', null);
    return void client.destroy();
  }
  const process = connect(Number(new URL(url).port), 'localhost');
  const refused = () => tryEach(client, others, means);
  process.once('error', refused);
  process.once('connect', () => {
    process.off('error', refused);
    keep(means.sockets, process);
    join(client, process, means.note);
  });
}

/** The clients of a run send one request on each connection. */
function join(client: Socket, process: Socket, note: Means['note']): void {
  let request: string | null = null;
  let hasAnswer = false;
  client.on('data', (chunk: Buffer) => {
    request ??= /^[^?\r]*/.exec(chunk.toString('latin1'))?.[0] ?? '';
    process.write(chunk);
  });
  process.on('data', (chunk: Buffer) => {
    if (!hasAnswer) note(request ?? '', Number(chunk.subarray(9, 12).toString('latin1')));
    hasAnswer = true;
    client.write(chunk);
  });
  client.on('close', () => process.destroy());
  process.on('close', () => {
    if (!hasAnswer && !client.destroyed) note(request ?? '', null);
    client.destroySoon();
  });
  client.resume();
}

function keep(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket);
  socket.on('error', () => {}); // the close event ends the other side
  socket.on('close', () => sockets.delete(socket));
}

const withinLimit = <T>(answer: Promise<T>): Promise<T | null> =>
  Promise.race([answer.catch(() => null), delay(answerMilliseconds, null, { ref: false })]);
