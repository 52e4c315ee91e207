// For tests: the address of a database, as DATABASE_URL takes it.
import type { OpenDatabase } from '../src/database/open-database.ts';

type Connection = OpenDatabase['connection'];

// A server on a Unix socket is named by the folder of its socket, which a URL can only carry as a parameter.
export function addressOf({ host = '', port = 5432, user = '', password = '', database = '' }: Connection): string {
  const socket = host.startsWith('/');
  const url = new URL(`postgresql://${socket ? 'localhost' : host}:${port}/${database}`);
  url.username = user;
  url.password = String(password);
  if (socket) url.searchParams.set('host', host);
  return url.href;
}
