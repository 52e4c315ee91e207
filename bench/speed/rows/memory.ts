// The memory of an idle service: the server and every process of its database.
import { setTimeout as delay } from 'node:timers/promises';
import { databaseProcesses, pssMegabytes } from '../cost.ts';
import { type Row, round } from '../row.ts';
import { openWorld } from '../world.ts';

export const memoryRow: Row = {
  name: 'memory',
  what: 'idle memory of all processes (PSS)',
  goal: '≤ 150 MB',
  async run({ isTrial }) {
    const world = await openWorld();
    try {
      await delay(isTrial ? 1000 : 15_000);
      const server = pssMegabytes(world.server.pid);
      const database = databaseProcesses(world.home.dataDirectory)
        .map(pssMegabytes)
        .reduce((sum, one) => sum + one, 0);
      return {
        floor: '82 MB',
        product: `server ${Math.round(server)}, database ${Math.round(database)} MB`,
        value: `${round(server + database, 0)} MB`,
        isMet: server + database <= 150,
        figures: { server, database },
      };
    } finally {
      await world.server.stop();
      await world.close();
      world.home.remove();
    }
  },
};
