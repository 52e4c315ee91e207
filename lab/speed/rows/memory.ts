// The memory of an idle service: the server and every process of its database, as it is from the second start on. The first one also
// keeps what removes the types from the sources, some 17 MB.
import { setTimeout as delay } from 'node:timers/promises';
import { databaseProcesses, pssMegabytes } from '../process-cost.ts';
import { openProduct } from '../product.ts';
import { type Row, round } from '../row.ts';

export const memoryRow: Row = {
  name: 'memory',
  what: 'idle memory of all processes (PSS), second start',
  goal: '≤ 150 MB',
  async run({ isTrial }) {
    const product = await openProduct();
    await product.server.stop(); // which keeps what it has compiled
    const second = product.installation.spawn();
    try {
      await second.ready();
      await delay(isTrial ? 1000 : 15_000);
      const server = pssMegabytes(second.pid);
      const database = databaseProcesses(product.installation.dataDirectory)
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
      await second.stop();
      await product.close();
      product.installation.remove();
    }
  },
};
