// How many statements an act takes, by the database's own log.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { clusterOf } from '../support/server-process.ts';
import type { World } from './world.ts';

const turns = 5;
/** Until every connection has read the setting. */
const settleMilliseconds = 300;
/** Of the service's own connections; the queue has others for its own work. */
const logged = /^remembrance LOG: {2}(?:statement|execute [^:]+): /gm;

/** The fewest of several turns, because jobs run beside some of them. */
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
  const counts: number[] = [];
  await configure("set log_statement = 'all'", "set log_line_prefix = '%a '");
  try {
    for (let turn = 0; turn < turns; turn += 1) {
      await delay(settleMilliseconds); // what the last one left to the jobs
      const before = readLog().length;
      await act(turn);
      counts.push([...readLog().slice(before).matchAll(logged)].length);
    }
  } finally {
    await configure('reset log_statement', 'reset log_line_prefix');
  }
  return Math.min(...counts);
}
