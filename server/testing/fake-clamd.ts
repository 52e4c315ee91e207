// For tests: a daemon that speaks clamd's protocol on its own port, detects the anti-virus test file, and can misbehave on
// request.
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** The standard anti-virus test file, in two parts, so that no scanner reports this source file. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

export interface Conversation {
  /** The file's bytes so far, without their length prefixes. */
  received: Buffer;
  /** Whether the empty final chunk has arrived, after which it answers. */
  isWhole: boolean;
  isClosed: boolean;
}

export interface FakeClamd {
  port: number;
  conversations: Conversation[];
  close(): Promise<void>;
}

/** Handles a file instead of scanning it. Bytes it does not ask for are not read. */
export type Behaviour = (socket: Socket, conversation: Conversation) => void;

const command = 'zINSTREAM\0';

export async function openFakeClamd(behave?: Behaviour): Promise<FakeClamd> {
  const conversations: Conversation[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', (first) => {
      if (first.toString('latin1') === 'zPING\0') return socket.end('PONG\0');
      const conversation: Conversation = { received: Buffer.alloc(0), isWhole: false, isClosed: false };
      conversations.push(conversation);
      socket.once('close', () => (conversation.isClosed = true));
      if (behave) behave(socket, conversation);
      else receive(socket, first.subarray(command.length), conversation);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as { port: number }).port,
    conversations,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function receive(socket: Socket, first: Buffer, conversation: Conversation): void {
  let unread = first;
  const read = () => {
    while (unread.length >= 4 && unread.length >= 4 + unread.readUInt32BE()) {
      const length = unread.readUInt32BE();
      conversation.received = Buffer.concat([conversation.received, unread.subarray(4, 4 + length)]);
      unread = unread.subarray(4 + length);
      if (length > 0) continue;
      conversation.isWhole = true;
      socket.end(conversation.received.includes(eicar) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0');
    }
  };
  socket.on('data', (bytes) => {
    unread = Buffer.concat([unread, bytes]);
    read();
  });
  read();
}
