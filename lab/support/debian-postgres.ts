// A PostgreSQL from Debian's package, as an operator would run one: it can be restarted, have its connections terminated, and
// fail over to a standby behind the same address.
import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { debianPrograms, refuseWithoutDebianPostgres } from '@remembrance/server/testing/debian-cluster.ts';
import { freePort } from '@remembrance/server/testing/free-port.ts';
import pg from 'pg';
import { openTcpProxy } from './tcp-proxy.ts';

const user = 'remembrance';
const settings = [
  ...["listen_addresses = '127.0.0.1'", "synchronous_commit = 'on'", 'max_connections = 120', 'wal_level = replica'],
  ...["log_min_messages = 'fatal'", "wal_retrieve_retry_interval = '500ms'"],
];
const tries = 200;

export interface DebianPostgres {
  /** The address of the current server. */
  url: string;
  query(statement: string): Promise<Record<string, unknown>[]>;
  restart(): void;
  /** Creates a synchronous standby, stops the server, and promotes the standby. */
  failOver(): Promise<void>;
  close(): void;
}

interface Cluster {
  folder: string;
  port: number;
}

export async function openDebianPostgres(home: string): Promise<DebianPostgres> {
  refuseWithoutDebianPostgres();
  const place = path.join(home, 'debian-postgres');
  mkdirSync(place);
  const account = accountFor(place);
  const run = (program: string, ...words: string[]) =>
    execFileSync(path.join(debianPrograms, program), words, {
      ...account,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  const control = ({ folder, port }: Cluster, ...words: string[]) =>
    run('pg_ctl', '-D', folder, '-w', '-l', `${folder}.log`, '-o', `-p ${port} -k ${place}`, ...words);
  let cluster: Cluster = { folder: path.join(place, 'first'), port: await freePort() };
  run('initdb', '-D', cluster.folder, '-U', user, '--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C.UTF-8');
  const words = settings.flatMap((setting) => ['-c', setting.replaceAll("'", '')]);
  control(cluster, 'start', '-o', words.join(' ').replaceAll(' = ', '='));
  const proxy = await openTcpProxy(cluster.port);
  const stop = () => control(cluster, 'stop', '-m', 'immediate');
  process.once('exit', stop);
  const query = (statement: string) => ask(cluster.port, statement);
  return {
    url: `postgres://${user}@127.0.0.1:${proxy.port}/postgres`,
    query,
    restart: () => control(cluster, 'restart', '-m', 'fast'),
    async failOver() {
      const standby = { folder: path.join(place, `standby-${cluster.port}`), port: await freePort() };
      run(
        'pg_basebackup',
        '-h',
        place,
        '-p',
        String(cluster.port),
        '-U',
        user,
        '-D',
        standby.folder,
        '-R',
        '-X',
        'stream',
        '-c',
        'fast',
      );
      control(standby, 'start');
      await query("alter system set synchronous_standby_names = '*'");
      await query('select pg_reload_conf()');
      await untilFollowed(query);
      stop();
      cluster = standby;
      control(cluster, 'promote');
      proxy.leadTo(cluster.port);
    },
    close() {
      process.off('exit', stop);
      proxy.close();
      stop();
    },
  };
}

/** Resolves once replication is synchronous: from then on the standby has every committed transaction. */
async function untilFollowed(query: DebianPostgres['query']): Promise<void> {
  for (let left = tries; left > 0; left -= 1) {
    const [row] = await query("select count(*)::int as standbys from pg_stat_replication where sync_state = 'sync'");
    if (row?.standbys === 1) return;
    await delay(100);
  }
  throw new Error('the standby does not replicate');
}

async function ask(port: number, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ host: '127.0.0.1', port, user, database: 'postgres' });
  client.on('error', () => {}); // it may be ended by what it asks for
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/** PostgreSQL refuses to run as root. */
function accountFor(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => /^(postgres|nobody):/.test(entry));
  const [, , uid, gid] = line?.split(':').map(Number) ?? [];
  if (!uid || gid === undefined) throw new Error('there is no user for PostgreSQL but root');
  chownSync(folder, uid, gid);
  return statSync(folder).uid === uid ? { uid, gid } : {};
}
