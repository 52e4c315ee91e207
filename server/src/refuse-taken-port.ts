// Checks that the port is free before the database is started. Another process may still take it afterwards, and then listening
// fails with the same message.
import { once } from 'node:events';
import { createServer } from 'node:net';

/** @throws the error that listening there would throw. */
export async function refuseTakenPort({ port, host }: { port: number; host: string }): Promise<void> {
  const probe = createServer().listen({ port, host, exclusive: true });
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}
