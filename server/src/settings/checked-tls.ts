// Checks whether the connection to a mail server, database, OpenID provider, bucket or virus scanner on another machine uses TLS with a
// verified certificate, as the drivers interpret the URL. They differ from each other and from what their options suggest.
import pg from 'pg';
import { isLoopback } from '../platform/lib/loopback.ts';
import { StartRefused } from '../platform/lib/start-refused.ts';

/** The settings whose URL points to another machine without verified TLS. */
export function uncheckedLinks(links: {
  SMTP_URL: string | undefined;
  DATABASE_URL: string | undefined;
  DATABASE_DIRECT_URL: string | undefined;
  DATABASE_OWNER_URL: string | undefined;
  OIDC_ISSUER: string | undefined;
  S3_ENDPOINT: string | undefined;
  CLAMD: { host: string } | { path: string } | undefined;
}): string[] {
  const isChecked = (name: string, url: string) => {
    if (name === 'SMTP_URL') return isCheckedMailServer(url);
    return ['OIDC_ISSUER', 'S3_ENDPOINT'].includes(name) ? isCheckedAddress(url) : isCheckedDatabase(name, url);
  };
  const names = [
    'SMTP_URL',
    'DATABASE_URL',
    'DATABASE_DIRECT_URL',
    'DATABASE_OWNER_URL',
    'OIDC_ISSUER',
    'S3_ENDPOINT',
  ] as const;
  const unchecked: string[] = names.filter((name) => {
    const url = links[name];
    return url !== undefined && !isChecked(name, url);
  });
  // Its protocol has no TLS.
  const isElsewhere = links.CLAMD && 'host' in links.CLAMD && !isLoopback(links.CLAMD.host);
  return isElsewhere ? [...unchecked, 'CLAMD'] : unchecked;
}

function isCheckedAddress(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || isLoopback(hostname);
}

// By default nodemailer uses TLS if it is offered and plain text if not: https://nodemailer.com/smtp
function isCheckedMailServer(smtpUrl: string): boolean {
  const { protocol, hostname, searchParams } = new URL(smtpUrl);
  if (isLoopback(hostname)) return true;
  if (['false', '0'].includes(searchParams.get('tls.rejectUnauthorized') ?? '')) return false;
  if (['TLSv1', 'TLSv1.1'].includes(searchParams.get('tls.minVersion') ?? '')) return false;
  return protocol === 'smtps:' || searchParams.get('requireTLS') === 'true';
}

// pg treats most modes as verify-full, and no mode as no TLS. PGSSLMODE and PGHOST count too.
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
