// What processes cost: processor time and memory, as Linux counts them.
import { readFileSync } from 'node:fs';
import { clusterOf } from '../support/installation.ts';
import { processesIn } from '../support/processes.ts';

const ticksPerSecond = 100;

/** User and system time of a process, and of its children that have ended. */
function readTimes(pid: number): [own: number, ofChildren: number] {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const [user = 0, system = 0, userOfChildren = 0, systemOfChildren = 0] = fields
      .slice(11, 15)
      .map((ticks) => (Number(ticks) * 1000) / ticksPerSecond);
    return [user + system, userOfChildren + systemOfChildren];
  } catch {
    return [0, 0]; // it has ended
  }
}

export interface Cost {
  nodeMilliseconds: number;
  databaseMilliseconds: number;
}

/** The processor time of a server and its database so far. What a connection of the database cost is its parent's once it has ended. */
export function readCost(pid: number, dataDirectory: string): Cost {
  const database = processesIn(clusterOf(dataDirectory)).flatMap(readTimes);
  return { nodeMilliseconds: readTimes(pid)[0], databaseMilliseconds: database.reduce((sum, one) => sum + one, 0) };
}

/** The proportional memory of a process. */
export function pssMegabytes(pid: number): number {
  const [, kilobytes] = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

export const databaseProcesses = (dataDirectory: string): number[] => processesIn(clusterOf(dataDirectory));
