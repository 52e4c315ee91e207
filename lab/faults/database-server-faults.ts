// Faults of an external PostgreSQL: terminated connections, restarts and failovers.
import type { Fault } from './fault.ts';

const others = "from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()";

export const databaseServerFaults: Fault[] = [
  {
    name: 'every connection ended by the database server',
    weight: 50,
    async inject({ postgres }) {
      await postgres?.query(`select pg_terminate_backend(pid) ${others}`);
    },
  },
  { name: 'database server restarted', weight: 10, inject: async ({ postgres }) => postgres?.restart() },
  { name: 'failover to a standby', weight: 1, inject: async ({ postgres }) => postgres?.failOver() },
];
