// What processes cost: processor time and memory, as Linux counts them.
import { readFileSync } from 'node:fs';
import { processesIn } from '../support/processes.ts';
import { clusterOf } from '../support/server-process.ts';

const ticksPerSecond = 100;

function cpuMilliseconds(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
  } catch {
    return 0; // it has ended
  }
}

export interface Cost {
  nodeMilliseconds: number;
  databaseMilliseconds: number;
}

/** The processor time of a server and its database so far. */
export function readCost(pid: number, dataDirectory: string): Cost {
  const database = processesIn(clusterOf(dataDirectory)).map(cpuMilliseconds);
  return { nodeMilliseconds: cpuMilliseconds(pid), databaseMilliseconds: database.reduce((sum, one) => sum + one, 0) };
}

/** The proportional memory of a process. */
export function pssMegabytes(pid: number): number {
  const [, kilobytes] = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

export const databaseProcesses = (dataDirectory: string): number[] => processesIn(clusterOf(dataDirectory));
