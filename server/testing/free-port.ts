// For tests: a port that nobody uses, for a program that cannot choose one itself. It is below the range from which Linux takes the
// ports of outgoing connections and of servers that ask for any, so that nobody else gets it before the program listens.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

const [firstPort, endPort] = [12_000, 32_000];

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(firstPort, endPort);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, 'localhost'), 'listening');
  } catch {
    return false;
  }
  await once(server.close(), 'close');
  return true;
}
