// Checks that the port is free before the database is started. Another process may still take it afterwards, and then listening
// fails with the same message.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { StartRefused } from '../platform/lib/start-refused.ts';

/** @throws the error that listening there would throw, and {StartRefused} if HOST is not an address of this machine. */
export async function refuseTakenPort({ port, host }: { port: number; host: string }): Promise<void> {
  const probe = createServer().listen({ port, host, exclusive: true });
  await once(probe, 'listening').catch((error: NodeJS.ErrnoException) => {
    if (!['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(error.code ?? '')) throw error;
    throw new StartRefused(
      `HOST is ${host}, which is not an address of this machine; set it to one, such as localhost.`,
    );
  });
  probe.close();
  await once(probe, 'close');
}
