// Where programs on this machine reach the service.

export function ownAddress({ host, port }: { host: string; port: number }, path: string): string {
  const everywhere = ['localhost', '0.0.0.0', '::'];
  const name = everywhere.includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}${path}`;
}
