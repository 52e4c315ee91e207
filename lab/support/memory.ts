// Measures a process's peak memory during an action, above its memory before.
import { readFileSync } from 'node:fs';

export interface Measured {
  addedMegabytes: number;
  seconds: number;
}

const sampleMilliseconds = 20;

export async function measureMemory(pid: number, act: () => Promise<unknown>): Promise<Measured> {
  const before = residentMegabytes(pid);
  let max = before;
  const sampling = setInterval(() => {
    max = Math.max(max, residentMegabytes(pid));
  }, sampleMilliseconds);
  const began = performance.now();
  try {
    await act();
  } finally {
    clearInterval(sampling);
  }
  return { addedMegabytes: Math.round(max - before), seconds: (performance.now() - began) / 1000 };
}

function residentMegabytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
