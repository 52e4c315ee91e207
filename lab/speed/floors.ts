// Starts the floor beside the product, on the same database.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Product } from './product.ts';

export interface Floors {
  pid: number;
  /** Fastify and pg. */
  port: number;
  /** node:http only. */
  barePort: number;
  stop(): void;
}

export async function startFloors({ connection }: Product): Promise<Floors> {
  const child = fork(path.join(import.meta.dirname, 'floor-server.ts'), {
    env: { ...process.env, FLOOR: JSON.stringify(connection) },
  });
  const [ports] = (await once(child, 'message')) as [{ port: number; barePort: number }];
  return { pid: child.pid ?? 0, ...ports, stop: () => child.disconnect() };
}
