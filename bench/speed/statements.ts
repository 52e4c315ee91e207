// How many statements an act takes, by the database's own log.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { clusterOf } from '../support/server-process.ts';
import type { World } from './world.ts';

const turns = 5;
/** Until every connection has read the setting, and so long the database has nothing to do before an act is counted. */
const settleMilliseconds = 300;
const longestWaitMilliseconds = 120_000;
/** Of the service's own connections; the one that waits for new letters has another name. */
const logged = /^remembrance LOG: {2}(?:statement|execute [^:]+): /gm;

/** The fewest of several turns, because jobs run beside some of them. Each waits until the jobs of those before it are done. */
export async function countLoggedStatements(
  { database, home }: World,
  act: (turn: number) => Promise<void>,
): Promise<number> {
  const readLog = () => readFileSync(path.join(clusterOf(home.dataDirectory), '..', 'server.log'), 'utf8');
  const configure = async (...changes: string[]) => {
    for (const change of changes) await database.query(`alter system ${change}`);
    await database.query('select pg_reload_conf()');
    await delay(settleMilliseconds);
  };
  const countFrom = (position: number) => [...readLog().slice(position).matchAll(logged)].length;
  const waitUntilQuiet = async () => {
    const end = performance.now() + longestWaitMilliseconds;
    for (let isQuiet = false; !isQuiet; ) {
      const before = readLog().length;
      await delay(settleMilliseconds);
      isQuiet = countFrom(before) === 0;
      if (performance.now() > end) throw new Error('the jobs do not come to an end');
    }
  };
  const counts: number[] = [];
  await configure("set log_statement = 'all'", "set log_line_prefix = '%a '");
  try {
    for (let turn = 0; turn < turns; turn += 1) {
      await waitUntilQuiet();
      const before = readLog().length;
      await act(turn);
      counts.push(countFrom(before));
    }
  } finally {
    await configure('reset log_statement', 'reset log_line_prefix');
  }
  return Math.min(...counts);
}
