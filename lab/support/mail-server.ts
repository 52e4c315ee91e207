// A mail server in this process that can fail in each way that mail servers do.
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { type FullMailbox, type Letter, readLetter } from './mailbox.ts';

/** The failures it can simulate. */
export const mailFailures = [
  'down',
  '451 at RCPT',
  '550 at RCPT, relay not permitted',
  '550 5.7.1 at RCPT',
  '550 5.1.1 at RCPT',
  '550 at MAIL FROM',
  '550 at DATA',
  '452 at DATA',
  'takes the letter and closes',
  'takes 5 s a letter',
  'hangs after DATA',
] as const;
export type MailFailure = (typeof mailFailures)[number];

export interface FaultyMailServer extends FullMailbox {
  url: string;
  fail(failure: MailFailure): Promise<void>;
  /** Ends the failure, and closes the connections that hang because of it. */
  recover(): Promise<void>;
  /** Addresses that it has refused as unknown: they get no further attempt. */
  unknownAddresses: Set<string>;
  close(): Promise<void>;
}

const slowMilliseconds = 5000;
const refusals: Partial<Record<MailFailure, string>> = {
  '451 at RCPT': '451 Temporary local problem, please try later',
  '550 at RCPT, relay not permitted': '550 relay not permitted',
  '550 5.7.1 at RCPT': '550 5.7.1 Delivery not authorized',
  '550 5.1.1 at RCPT': '550 5.1.1 No such user here',
  '550 at MAIL FROM': '550 Sender refused',
  '550 at DATA': '550 Message refused',
  '452 at DATA': '452 Insufficient system storage',
};
/** Only these are refused as unknown, so that the run itself can continue. */
const mayBeUnknown = /^recipient-/;

export async function openFaultyMailServer(): Promise<FaultyMailServer> {
  let failure: MailFailure | null = null;
  const arrived = new Map<string, Letter[]>();
  const unknownAddresses = new Set<string>();
  const sockets = new Set<Socket>();
  const refusalAt = (step: string) => {
    const line = failure?.includes(` at ${step}`) ? refusals[failure] : undefined;
    return line ? Object.assign(new Error(line.slice(4)), { responseCode: Number(line.slice(0, 3)) }) : null;
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 1,
    disableReverseLookup: true,
    onMailFrom: (_, __, done) => done(refusalAt('MAIL FROM')),
    onRcptTo({ address }, _, done) {
      const isUnknown = failure === '550 5.1.1 at RCPT';
      if (isUnknown && !mayBeUnknown.test(address)) return done();
      if (isUnknown) unknownAddresses.add(address);
      done(refusalAt('RCPT'));
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => void end(Buffer.concat(parts), session, done));
    },
  });
  const end = async (bytes: Buffer, session: SMTPServerSession, done: (error: Error | null) => void) => {
    const refusal = refusalAt('DATA');
    if (failure === 'hangs after DATA') return;
    if (refusal) return done(refusal);
    const letter = { ...(await readLetter(bytes)), arrivedAt: new Date() };
    arrived.set(letter.to, [...(arrived.get(letter.to) ?? []), letter]);
    if (failure === 'takes the letter and closes')
      return [...sockets].find(({ remotePort }) => remotePort === session.remotePort)?.destroy();
    if (failure === 'takes 5 s a letter') await delay(slowMilliseconds);
    done(null);
  };
  server.on('error', () => {}); // clients that disconnect midway are expected
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const listen = (port: number) => new Promise<void>((listening) => server.server.listen(port, '127.0.0.1', listening));
  const endConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  await listen(0);
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    unknownAddresses,
    all: async () => [...arrived.values()].flat(),
    lettersTo: async (address) => arrived.get(address) ?? [],
    async fail(next) {
      failure = next;
      if (next !== 'down') return;
      const closed = new Promise((resolve) => server.server.close(resolve));
      endConnections();
      await closed;
    },
    async recover() {
      if (failure === 'down') await listen(port);
      if (failure === 'hangs after DATA') endConnections();
      failure = null;
    },
    async close() {
      endConnections();
      await new Promise<void>((closed) => server.close(closed));
    },
  };
}
