// A TCP proxy with a fixed address in front of the current server.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  port: number;
  /** Sends new connections to another server, and cuts off the existing ones. */
  switchTo(port: number): void;
  close(): void;
}

export async function openTcpProxy(firstPort: number): Promise<TcpProxy> {
  let target = firstPort;
  const sockets = new Set<Socket>();
  const join = (one: Socket, other: Socket) => {
    sockets.add(one);
    one.on('error', () => {}); // the close event closes the other end
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
    switchTo(port) {
      target = port;
      cut();
    },
    close() {
      server.close();
      cut();
    },
  };
}
