// A PostgreSQL from Debian's package, as an operator would run one: it can be restarted, have its connections terminated, and
// fail over to a standby behind the same address.
import { openDebianCluster } from '@remembrance/server/testing/debian-cluster.ts';
import { openTcpProxy } from './tcp-proxy.ts';
import { waitFor } from './wait.ts';

const settings = {
  synchronous_commit: 'on',
  max_connections: '120',
  wal_level: 'replica',
  log_min_messages: 'fatal',
  wal_retrieve_retry_interval: '500ms',
};
const replicationSeconds = 20;

export interface DebianPostgres {
  /** The address of the current server. */
  url: string;
  query(statement: string): Promise<Record<string, unknown>[]>;
  restart(): void;
  /**
   * Creates a synchronous standby, stops the server, and promotes the standby.
   * @param look lets the service see that commits wait for the standby, as it would have long before
   */
  failOver(look: () => Promise<unknown>): Promise<void>;
  /**
   * Copies the server as it is now.
   * @param as `standby`: it replicates without delaying commits, and stops after this
   * @returns a function that puts the copy in the server's place, so that the database goes back
   */
  keepState(as: 'standby' | 'server'): Promise<() => void>;
  close(): void;
}

export async function openDebianPostgres(folder: string): Promise<DebianPostgres> {
  let cluster = await openDebianCluster(folder, settings);
  const stop = () => cluster.stop();
  process.once('exit', stop);
  const proxy = await openTcpProxy(cluster.port);
  const query = (statement: string) => cluster.ask('postgres', statement);
  // The standby then has every committed transaction.
  const isSynchronous = async () => {
    const [row] = await query("select count(*)::int as standbys from pg_stat_replication where sync_state = 'sync'");
    return row?.standbys === 1 || null;
  };
  return {
    url: cluster.urlOf('postgres').replace(String(cluster.port), String(proxy.port)),
    query,
    restart: () => cluster.restart(),
    async failOver(look) {
      const standby = await cluster.copy('standby');
      standby.start();
      await query("alter system set synchronous_standby_names = '*'");
      await query('select pg_reload_conf()');
      if (!(await waitFor(isSynchronous, { what: 'the standby', seconds: replicationSeconds })))
        throw new Error('the standby does not replicate');
      await look();
      cluster.stop();
      cluster = standby;
      cluster.promote();
      proxy.switchTo(cluster.port);
    },
    async keepState(as) {
      const copy = await cluster.copy(as);
      if (as === 'standby') {
        copy.start();
        copy.stop();
      }
      return () => {
        cluster.stop();
        cluster = copy;
        copy.start();
        if (as === 'standby') copy.promote();
        proxy.switchTo(copy.port);
      };
    },
    close() {
      process.off('exit', stop);
      proxy.close();
      stop();
    },
  };
}
