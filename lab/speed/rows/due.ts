// Releases ten thousand vaults whose dates have passed: measures the speed of the releases and of their letters, and the effect on a
// caller.
import { setTimeout as delay } from 'node:timers/promises';
import {
  findBroken,
  type Progress,
  readDurations,
  readProgress,
  scheduleVaults,
} from '../../support/scheduled-releases.ts';
import { type LoadResult, runLoad } from '../load.ts';
import type { Options } from '../paired.ts';
import { openProduct, type Product, seedOwners } from '../product.ts';
import { type Row, round } from '../row.ts';

const countOf = ({ isTrial }: Options) => (isTrial ? 300 : 10_000);
async function countBroken({ database }: Product): Promise<number> {
  const { incomplete, doubled } = await findBroken(database);
  return incomplete + doubled;
}

/** The minimum duration, since the slowest of a hundred calls depends on rare garbage collections. */
const minIdleSeconds = 12;
const maxSeconds = 120;

/** The number that kept the product busy when the goal was set. */
const callers = 12;

const listing = (product: Product, cookie: string, isOver: () => boolean): Promise<LoadResult> =>
  runLoad({
    port: product.port,
    connections: callers,
    seconds: maxSeconds,
    isOver,
    request: () => ({ method: 'GET', path: '/api/vaults', headers: { cookie } }),
  });

async function listIdle(product: Product, cookie: string, seconds: number): Promise<LoadResult> {
  const end = performance.now() + seconds * 1000;
  return listing(product, cookie, () => performance.now() >= end);
}

/** The time from the first release to the last letter. A check reads both tables, so checks are rare. */
async function listBeside(product: Product, count: number, cookie: string): Promise<LoadResult> {
  const until = async (isDone: (now: Progress) => boolean, milliseconds: number) => {
    while (!isDone(await readProgress(product.database))) await delay(milliseconds);
  };
  await until(({ released }) => released > 0, 100);
  let isOver = false;
  const listed = listing(product, cookie, () => isOver);
  await until(({ sent }) => sent >= 2 * count, 1000);
  isOver = true;
  return listed;
}

export const dueRow: Row = {
  name: 'due',
  what: 'overdue releases with all letters, to the folder',
  goal: '≥ 1,200/s released, each once',
  async run(options) {
    const product = await openProduct();
    try {
      const [owner, ...others] = await seedOwners(product, countOf(options) + 1);
      await scheduleVaults(product.database, 'never');
      const cookie = owner?.cookie ?? '';
      const idle = await listIdle(product, cookie, Math.max(options.seconds * 3, minIdleSeconds));
      await scheduleVaults(product.database, 'overdue', owner?.id);
      const beside = await listBeside(product, others.length, cookie);
      const { releaseSeconds, letterSeconds } = await readDurations(product.database);
      const released = others.length / releaseSeconds;
      const letters = (2 * others.length) / letterSeconds;
      const halfDone = await countBroken(product);
      const slower = beside.p99 / idle.p99;
      return {
        floor: '36,000/s in bare SQL',
        product: `${Math.round(released)}/s released, ${Math.round(letters)} letters/s, p99 ${round(beside.p99, 1)} ms beside it (idle ${round(idle.p99, 1)})`,
        value: `${Math.round(released)}/s; ${Math.round(letters)}/s; ${round(slower)} × idle; ${halfDone} half done`,
        isMet: released >= 1200 && halfDone === 0,
        figures: { releaseSeconds, letterSeconds, idle, beside, halfDone },
      };
    } finally {
      await product.server.stop();
      await product.close();
      product.installation.remove();
    }
  },
};
