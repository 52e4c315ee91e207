// A TCP proxy with a fixed address in front of the current server. It can lose its connections, delay everything, and report what passes.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  port: number;
  /** Sends new connections to another server, and cuts off the existing ones. */
  switchTo(port: number): void;
  /** Passes nothing on, like a network that loses everything, until it is resumed. New connections are accepted and get no answer. */
  pause(): void;
  /** Delivers everything that arrived in the meantime, however late it is. */
  resume(): void;
  /** Calls back once, as soon as a client sends this text and before it is passed on. @returns a function that ends the waiting */
  onceSent(text: string, act: () => void): () => void;
  close(): void;
}

interface Watcher {
  text: string;
  act: () => void;
}

export async function openTcpProxy(firstPort: number): Promise<TcpProxy> {
  let target = firstPort;
  let held: (() => void)[] | null = null;
  const watchers = new Set<Watcher>();
  const sockets = new Set<Socket>();
  const pass = (act: () => void) => (held ? void held.push(act) : act());
  const look = (chunk: Buffer) => {
    for (const watcher of watchers) {
      if (!chunk.includes(watcher.text)) continue;
      watchers.delete(watcher);
      watcher.act();
    }
  };
  const join = (one: Socket, other: Socket, lookAt: (chunk: Buffer) => void) => {
    sockets.add(one);
    one.on('error', () => {}); // the close event closes the other end
    one.on('data', (chunk: Buffer) => {
      lookAt(chunk);
      pass(() => other.write(chunk));
    });
    one.on('end', () => pass(() => other.end()));
    one.on('close', () => {
      sockets.delete(one);
      pass(() => other.destroySoon());
    });
  };
  const server = createServer((inward) => {
    const outward = connect(target, '127.0.0.1');
    join(inward, outward, look);
    join(outward, inward, () => {});
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
    pause() {
      held ??= [];
    },
    resume() {
      const late = held ?? [];
      held = null;
      for (const act of late) act();
    },
    onceSent(text, act) {
      const watcher = { text, act };
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    close() {
      server.close();
      cut();
    },
  };
}
