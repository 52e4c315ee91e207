// For tests: Debian's PostgreSQL 15 as an operator runs it: two roles, a port, an archive of its log.
import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { accountToPass } from '../src/platform/database/embedded/account.ts';
import { freePort } from './free-port.ts';

export const debianPostgresPackage = 'postgresql-15';
export const debianPrograms = '/usr/lib/postgresql/15/bin';
export const hasDebianPostgres = existsSync(path.join(debianPrograms, 'postgres'));

const administrator = 'administrator';

export interface DebianCluster {
  /** Its data folder, which a test may replace while it is stopped. */
  folder: string;
  port: number;
  /** The URL of one of the cluster's databases. */
  urlOf(database: string, role?: string): string;
  /** Runs statements as the administrator, and returns the rows of the last one. */
  ask(database: string, ...statements: string[]): Promise<Record<string, unknown>[]>;
  /** Creates a database with its two roles, owner_<name> and service_<name>. */
  createDatabase(name: string): Promise<void>;
  /** Runs one of PostgreSQL's programs against it. */
  run(program: string, ...words: string[]): void;
  start(): void;
  stop(): void;
  restart(): void;
  /** Copies the running cluster as it is now, without starting the copy. A standby follows it once it is started. */
  copy(as: 'standby' | 'server'): Promise<DebianCluster>;
  /** Makes a standby accept writes. */
  promote(): void;
}

/** @throws an error that names the packages to install. */
export function refuseWithoutDebianPostgres(): void {
  if (!hasDebianPostgres) throw new Error(`A PostgreSQL server needs Debian's package ${debianPostgresPackage}.`);
}

/** @param home a folder that PostgreSQL's account may enter */
export async function openDebianCluster(home: string, settings: Record<string, string> = {}): Promise<DebianCluster> {
  refuseWithoutDebianPostgres();
  const place = path.join(home, 'debian');
  mkdirSync(place);
  const account = accountToPass(place) ?? {};
  if (account.uid) chownSync(place, account.uid, account.gid ?? -1);
  const execute = (program: string, ...words: string[]) =>
    void execFileSync(path.join(debianPrograms, program), words, {
      ...account,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  const cluster = clusterIn({ place, settings, execute }, 'data', await freePort());
  const text = ['--encoding', 'UTF8', '--locale', 'C.UTF-8'];
  execute('initdb', '-D', cluster.folder, '-U', administrator, '--auth', 'trust', ...text);
  cluster.start();
  return cluster;
}

interface Means {
  place: string;
  settings: Record<string, string>;
  execute: (program: string, ...words: string[]) => void;
}

function clusterIn(means: Means, name: string, port: number): DebianCluster {
  const { place, settings, execute } = means;
  const folder = path.join(place, name);
  const control = (...words: string[]) => execute('pg_ctl', '-D', folder, '-w', '-l', `${folder}.log`, ...words);
  const flags = Object.entries({
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: place,
    ...settings,
  });
  const urlOf = (database: string, role = administrator) => `postgresql://${role}@127.0.0.1:${port}/${database}`;
  const ask = async (database: string, ...statements: string[]) => {
    const client = new pg.Client({ connectionString: urlOf(database) });
    await client.connect();
    try {
      let rows: Record<string, unknown>[] = [];
      for (const statement of statements) rows = (await client.query(statement)).rows;
      return rows;
    } finally {
      await client.end();
    }
  };
  const run = (program: string, ...words: string[]) =>
    execute(program, '-h', '127.0.0.1', '-p', String(port), '-U', administrator, ...words);
  return {
    folder,
    port,
    urlOf,
    ask,
    createDatabase: async (name) => {
      const roles = ['owner', 'service'].map((role) => `create role ${role}_${name} login`);
      await ask('postgres', ...roles, `create database ${name} owner owner_${name}`);
    },
    run,
    start: () => control('start', '-o', flags.map(([name, value]) => `-c ${name}='${value}'`).join(' ')),
    stop: () => control('stop', '-m', 'immediate'),
    restart: () => control('restart', '-m', 'fast'),
    async copy(as) {
      const copy = clusterIn(means, `${as}-from-${port}`, await freePort());
      const follows = as === 'standby' ? ['-R'] : [];
      run('pg_basebackup', '-D', copy.folder, ...follows, '-X', 'stream', '-c', 'fast');
      return copy;
    },
    promote: () => control('promote'),
  };
}
