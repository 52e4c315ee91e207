// For tests: a mail server in this process whose responses a test can set.
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export async function openMailServer(options: SMTPServerOptions = {}) {
  const arrived: { recipients: string[]; raw: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 1,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        arrived.push({ recipients, raw: Buffer.concat(chunks).toString('latin1') });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {}); // tests disconnect clients on purpose
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.server.address() as AddressInfo;
  return {
    arrived,
    url: `smtp://127.0.0.1:${port}`,
    /** Drops every connection. */
    drop: () => {
      for (const { _socket: socket } of server.connections as Iterable<{ _socket: Socket }>) socket.destroy();
    },
    close: () => new Promise<void>((closed) => server.close(closed)),
  };
}

/** A refusal by the mail server. */
export const answer = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });
