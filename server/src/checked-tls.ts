// Whether a mail server or database on another machine is reached by TLS with its certificate checked, as the drivers
// themselves read the address. They differ from each other and from what their words suggest.
import pg from 'pg';
import { isLoopback } from './lib/loopback.ts';
import { StartRefused } from './lib/start-refused.ts';

/** The names of those links, by their settings, that lead to another machine without it. */
export function uncheckedLinks(links: {
  SMTP_URL: string | undefined;
  DATABASE_URL: string | undefined;
  DATABASE_DIRECT_URL: string | undefined;
  DATABASE_OWNER_URL: string | undefined;
}): string[] {
  const isChecked = (name: string, url: string) =>
    name === 'SMTP_URL' ? isCheckedMailServer(url) : isCheckedDatabase(name, url);
  return (['SMTP_URL', 'DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_OWNER_URL'] as const).filter((name) => {
    const url = links[name];
    return url !== undefined && !isChecked(name, url);
  });
}

// Left alone, nodemailer takes TLS where it is offered and plain text where it is not: https://nodemailer.com/smtp
function isCheckedMailServer(smtpUrl: string): boolean {
  const { protocol, hostname, searchParams } = new URL(smtpUrl);
  if (isLoopback(hostname)) return true;
  if (['false', '0'].includes(searchParams.get('tls.rejectUnauthorized') ?? '')) return false;
  return protocol === 'smtps:' || searchParams.get('requireTLS') === 'true';
}

// pg takes most modes for verify-full, and none at all for no TLS; PGSSLMODE and PGHOST count too.
function isCheckedDatabase(name: string, connectionString: string): boolean {
  const { host, ssl } = connectionOf(name, connectionString);
  if (host.startsWith('/') || isLoopback(host)) return true;
  if (typeof ssl !== 'object' || ssl === null) return Boolean(ssl);
  return ssl.rejectUnauthorized !== false && ssl.checkServerIdentity === undefined;
}

interface Connection {
  host: string;
  ssl: boolean | { rejectUnauthorized?: boolean; checkServerIdentity?: unknown };
}

function connectionOf(name: string, connectionString: string): Connection {
  try {
    return new pg.Client({ connectionString }) as Connection;
  } catch (error) {
    throw new StartRefused(`${name} cannot be used: ${(error as Error).message}`);
  }
}
