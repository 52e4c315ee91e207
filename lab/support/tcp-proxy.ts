// A TCP proxy with a fixed address in front of the current server.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  port: number;
  /** From now on everyone reaches the other; anyone who was connected is cut off. */
  leadTo(port: number): void;
  close(): void;
}

export async function openTcpProxy(firstPort: number): Promise<TcpProxy> {
  let target = firstPort;
  const sockets = new Set<Socket>();
  const join = (one: Socket, other: Socket) => {
    sockets.add(one);
    one.on('error', () => {}); // the other end hears of it by the close
    one.on('close', () => {
      sockets.delete(one);
      other.destroy();
    });
    one.pipe(other);
  };
  const server = createServer((inward) => {
    const outward = connect(target, '127.0.0.1');
    join(inward, outward);
    join(outward, inward);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(port) {
      target = port;
      cut();
    },
    close() {
      server.close();
      cut();
    },
  };
}
