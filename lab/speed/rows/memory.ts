// The memory of an idle service: the server and every process of its database, measured from the second start on. The first start
// also holds the code that strips types from the sources, about 17 MB.
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { clusterOf } from '../../support/installation.ts';
import { processesIn } from '../../support/processes.ts';
import { openProduct } from '../product.ts';
import { type Row, round } from '../row.ts';

/** The proportional memory of a process. */
function pssMegabytes(pid: number): number {
  const [, kilobytes] = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

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
      const database = processesIn(clusterOf(product.installation.dataDirectory))
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
