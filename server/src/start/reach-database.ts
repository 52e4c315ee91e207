// Checks the database URLs before anything is opened: which setting is wrong, or which server is unavailable for the moment.
// The libraries that use them later hide the cause.
import pg from 'pg';
import { DatabaseUnavailable } from '../platform/lib/database-unavailable.ts';
import { collectRefusals } from '../settings/collect-refusals.ts';

export interface DatabaseAddresses {
  url?: string | undefined;
  directUrl?: string | undefined;
  ownerUrl?: string | undefined;
}

const connectMilliseconds = 10_000;

/**
 * @throws {StartRefused} with a line for each wrong setting
 * @throws {DatabaseUnavailable} with a line about the first unavailable server
 */
export async function reachDatabase({ url, directUrl, ownerUrl }: DatabaseAddresses): Promise<void> {
  const { add, end } = collectRefusals();
  let away: DatabaseUnavailable | undefined;
  let first: { name: string; identity: string } | undefined;
  for (const [name, address] of Object.entries({
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: directUrl,
    DATABASE_OWNER_URL: ownerUrl,
  })) {
    if (!address) continue;
    try {
      const identity = await identifyDatabase(address);
      first ??= { name, identity };
      if (identity !== '' && first.identity !== '' && identity !== first.identity)
        add(`${name} and ${first.name} lead to different databases; set both to the same one.`);
    } catch (cause) {
      const { isPassing, line } = explainConnection(name, address, cause);
      if (isPassing) away ??= new DatabaseUnavailable(line, { cause });
      else add(line);
    }
  }
  end();
  if (away) throw away;
}

/** The same for every address of a database, also through a pooler. Empty if the server does not tell. */
async function identifyDatabase(connectionString: string): Promise<string> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: connectMilliseconds,
    query_timeout: connectMilliseconds,
  });
  client.on('error', () => {}); // connect reports it too
  const identify = `select system_identifier || '/' || current_database() as identity from pg_control_system()`;
  try {
    await client.connect();
    const { rows } = await client.query<{ identity: string }>(identify).catch(() => ({ rows: [] }));
    return rows[0]?.identity ?? '';
  } finally {
    await client.end().catch(() => {});
  }
}

/** The target of a URL, without its role and password. */
export function describeAddress(connectionString: string) {
  const { host, port, user = '', database = '' } = new pg.Client({ connectionString });
  return { host, server: host.startsWith('/') ? host : `${host}:${port}`, user, database };
}

export interface Explanation {
  /** Whether the problem can end without a changed setting. */
  isPassing: boolean;
  line: string;
}

/** Pure. @param name the setting that contains the URL */
export function explainConnection(name: string, address: string, error: unknown): Explanation {
  const { host, server, user, database } = describeAddress(address);
  const { code = '', message } = error as NodeJS.ErrnoException;
  const wrong: Record<string, string> = {
    '28P01': `does not accept the password of the role ${user}; set the right password`,
    '28000': `does not let the role ${user} in; create it, or allow it in pg_hba.conf`,
    '3D000': `has no database ${database}; create it, or set the right name`,
    '42501': `does not let the role ${user} into the database ${database}; grant it connect`,
    ERR_TLS_CERT_ALTNAME_INVALID: 'has a certificate for another name; set the name in the certificate',
  };
  const refused =
    wrong[code] ??
    (isUntrusted(code)
      ? `has a certificate that nobody here trusts (${code}); name its authority in sslrootcert`
      : undefined) ??
    (/does not support SSL/.test(message) ? 'offers no TLS; turn it on there, or set another sslmode' : undefined);
  const hint = isAmbiguous(address) ? '; an @ in a password is written %40' : '';
  if (refused) return { isPassing: false, line: `${name} leads to ${server}, which ${refused}${hint}.` };
  const says = passing[code] ?? `does not answer (${code || message})`;
  if (code === 'ENOTFOUND')
    return { isPassing: true, line: `${name} leads to ${host}; the name is wrong, or its machine is down${hint}.` };
  return { isPassing: true, line: `${name} leads to ${server}, which ${says}.` };
}

/** Programs disagree about which @ ends the password. */
const isAmbiguous = (address: string): boolean => /^[^/]*\/\/[^?]*@[^?]*@/.test(address);

const passing: Record<string, string> = {
  CERT_HAS_EXPIRED: 'has a certificate that has expired; renew it, or correct the clock of this machine',
  CERT_NOT_YET_VALID: 'has a certificate that is not valid yet; correct the clock of this machine',
  '53300': 'has no connection left; raise max_connections there',
  '57P03': 'is not ready yet',
};

/** Codes of OpenSSL, as Node.js reports them. */
export const isUntrusted = (code: string): boolean =>
  /^(DEPTH_ZERO_)?SELF_SIGNED_CERT|^UNABLE_TO_(VERIFY|GET_ISSUER)|^CERT_UNTRUSTED|^INVALID_CA/.test(code);
