// Says that a port is taken before the database is started for nothing. Somebody may still take it in between; the listen
// itself comes later and has the last word, with the same sentence.
import { once } from 'node:events';
import { createServer } from 'node:net';

/** @throws what listening there would throw. */
export async function refuseTakenPort({ port, host }: { port: number; host: string }): Promise<void> {
  const probe = createServer().listen({ port, host, exclusive: true });
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}
