// A load over persistent connections, each with one request at a time. It uses plain sockets and counts latencies instead of
// storing them, so that the client costs little on the machine that it shares with the server.
import net from 'node:net';
import { createHistogram, type Histogram } from 'node:perf_hooks';

export interface Request {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Milliseconds. */
export interface Latencies {
  p50: number;
  p99: number;
  max: number;
}

export interface LoadResult extends Latencies {
  perSecond: number;
  /** The number of responses by status. */
  statuses: Record<number, number>;
}

/** Histograms store integers, so latencies are recorded in microseconds. */
const microsecondsPerMillisecond = 1000;
const newHistogram = () => createHistogram({ figures: 3 });

interface Load {
  port: number;
  connections?: number | undefined;
  seconds: number;
  /** Ends the load early. */
  isOver?: () => boolean;
  /** The request of each turn; turns are counted across all connections. */
  request: (turn: number) => Request;
}

export async function runLoad({
  port,
  connections = 32,
  seconds,
  isOver = () => false,
  request,
}: Load): Promise<LoadResult> {
  const all = newHistogram();
  const statuses: Record<number, number> = {};
  let turn = 0;
  const began = performance.now();
  const end = began + seconds * 1000;
  const keepAsking = async (place: number) => {
    // Callers from different networks, as the rate limits see them.
    const connection = await connect(port, `127.0.0.${2 + place}`);
    while (performance.now() < end && !isOver()) {
      const next = request(turn++);
      const asked = performance.now();
      const status = await connection.ask(next);
      const latency = Math.ceil((performance.now() - asked) * microsecondsPerMillisecond);
      all.record(latency);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, (_, place) => keepAsking(place)));
  const took = (performance.now() - began) / 1000;
  return {
    perSecond: all.count / took,
    ...summaryOf(all),
    statuses,
  };
}

const summaryOf = (histogram: Histogram): Latencies => ({
  p50: histogram.percentile(50) / microsecondsPerMillisecond,
  p99: histogram.percentile(99) / microsecondsPerMillisecond,
  max: histogram.max / microsecondsPerMillisecond,
});

interface Connection {
  /** Resolves with the status once the complete response has arrived. */
  ask(request: Request): Promise<number>;
  close(): void;
}

function connect(port: number, localAddress = '127.0.0.1'): Promise<Connection> {
  const socket = net.connect({ host: '127.0.0.1', port, localAddress, noDelay: true });
  let answered: PromiseWithResolvers<number> | undefined;
  let received = Buffer.alloc(0);
  socket.on('data', (part) => {
    received = received.length === 0 ? part : Buffer.concat([received, part]);
    const status = wholeAnswer(received);
    if (status === null) return;
    received = Buffer.alloc(0);
    answered?.resolve(status);
  });
  socket.on('error', (error) => answered?.reject(error));
  socket.on('close', () => answered?.reject(new Error('the connection was closed')));
  const connection: Connection = {
    ask(request) {
      answered = Promise.withResolvers<number>();
      socket.write(bytesOf(request, port));
      return answered.promise;
    },
    close: () => socket.destroy(),
  };
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(connection));
    socket.once('error', reject);
  });
}

function bytesOf({ method, path, headers = {}, body }: Request, port: number): string {
  const length =
    body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const lines = Object.entries({ host: `localhost:${port}`, ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

/** The status, or null while the response is incomplete. Every response here has a Content-Length. */
function wholeAnswer(received: Buffer): number | null {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const head = received.toString('latin1', 0, end);
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
  return received.length >= end + 4 + length ? Number(head.slice(9, 12)) : null;
}
