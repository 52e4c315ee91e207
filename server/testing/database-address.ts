// For tests: the URL of a database, in the format of DATABASE_URL.
import type { OpenDatabase } from '../src/platform/database/open-database.ts';

type Connection = OpenDatabase['connection'];

// The folder of a Unix socket can appear in a URL only as a parameter.
export function addressOf({ host = '', port = 5432, user = '', password = '', database = '' }: Connection): string {
  const socket = host.startsWith('/');
  const url = new URL(`postgresql://${socket ? 'localhost' : host}:${port}/${database}`);
  url.username = user;
  url.password = String(password);
  if (socket) url.searchParams.set('host', host);
  return url.href;
}
