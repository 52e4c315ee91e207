// For tests: servers and disks that a wrong setting may point a start or a command to.
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import { startEmbeddedPostgres } from '../src/platform/database/embedded-postgres.ts';
import { runOn } from './database-server.ts';

type Connection = Parameters<typeof runOn>[0];

/** A PostgreSQL on a socket that requires the role `us` to give its password (hunter2), and admits nobody else to the database vaults. */
export async function openStrictDatabase(folder: string) {
  const server = await startEmbeddedPostgres({ dataDirectory: folder, settings: { fsync: 'off' } });
  const connection = server.connection as Connection;
  await runOn(
    connection,
    `create role us login password 'hunter2'`,
    'create role stranger login',
    'create database vaults owner us',
    'revoke connect on database vaults from public',
  );
  const rules = path.join(folder, 'cluster/pg_hba.conf');
  const others = readFileSync(rules, 'utf8');
  writeFileSync(rules, `local all us scram-sha-256\nlocal all nobody reject\n${others}`);
  await runOn(connection, 'select pg_reload_conf()');
  const { host } = connection;
  return {
    host,
    socket: path.join(host ?? '', '.s.PGSQL.5432'),
    urlOf: (role: string, database = 'vaults') => `postgres://${role}@${encodeURIComponent(host ?? '')}/${database}`,
    stop: server.stop,
  };
}

async function listen(server: net.Server): Promise<{ port: number; close: () => Promise<void> }> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.close();
    if (server instanceof http.Server) server.closeAllConnections();
  };
  return { port: (server.address() as AddressInfo).port, close };
}

/** A bucket that refuses everything with this S3 error. */
export const openRefusingBucket = (code: string, status: number) =>
  listen(
    http.createServer((request, reply) => {
      request.resume();
      reply.writeHead(status, { 'content-type': 'application/xml' });
      reply.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`);
    }),
  );

/** A database server with an untrusted certificate, or one that offers no TLS. */
export function openTlsDatabase(folder: string | null) {
  const certificate = folder && makeCertificate(folder);
  return listen(
    net.createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => {
        socket.write(certificate ? 'S' : 'N');
        if (certificate) new tls.TLSSocket(socket, { isServer: true, ...certificate }).on('error', () => {});
      });
    }),
  );
}

function makeCertificate(folder: string) {
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  const words = ['-nodes', '-newkey', 'rsa:2048', '-subj', '/CN=localhost', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...words, '-keyout', key, '-out', cert], { stdio: 'pipe' });
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

/** Forwards every connection to a socket on this machine. */
export const openRelay = (port: number, socket: string) => {
  const server = net.createServer((incoming) => {
    const outgoing = net.connect(socket);
    incoming.pipe(outgoing).pipe(incoming);
    for (const end of [incoming, outgoing]) end.on('error', () => {});
  });
  server.listen(port, '127.0.0.1');
  return { close: () => void server.close() };
};

/** A small disk in memory; null if this user may not mount one. */
export function mountSmallDisk(folder: string, megabytes: number): (() => void) | null {
  mkdirSync(folder);
  const words = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder];
  if (spawnSync('mount', words, { stdio: 'ignore' }).status !== 0) return null;
  return () => void spawnSync('umount', ['-l', folder], { stdio: 'ignore' });
}
