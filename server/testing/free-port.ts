// For tests: a free port, for a program that cannot choose one itself. It is below Linux's range for outgoing connections and for
// servers that ask for any port, so that nobody else takes it before the program listens.
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
