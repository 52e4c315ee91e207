// Starts the floor server on the product's database.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Product } from './product.ts';

export interface Floors {
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
  return { ...ports, stop: () => child.disconnect() };
}
