// Answers Prometheus on a port of its own, which only this machine reaches.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Metrics } from './metrics.ts';

export function serveMetrics(metrics: Metrics, port: number) {
  const server = createServer(async (request, reply) => {
    if (request.url !== '/metrics' || request.method !== 'GET') return void reply.writeHead(404).end();
    try {
      const text = await metrics.read();
      reply.writeHead(200, { 'content-type': metrics.contentType }).end(text);
    } catch {
      reply.writeHead(500).end();
    }
  });
  return {
    async listen() {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    async close() {
      server.closeAllConnections();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}
