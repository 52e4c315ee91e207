// A wall clock that can be moved for a running process, using libfaketime. The monotonic clock continues normally.
import { existsSync, globSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface FakeClock {
  /** The environment of a process that uses this clock. */
  settings: Record<string, string>;
  /** Moves the clock away from the real time, or back to it with 0. */
  move(seconds: number): void;
  wasWrongSince(moment: number): boolean;
}

const findLibrary = () => globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0];

export const fakeClockPackage = 'libfaketime';
export const canFakeClock = (): boolean => findLibrary() !== undefined;

/** @param name tells the clocks in one folder apart */
export function makeFakeClock(folder: string, name = 'clock'): FakeClock {
  const file = path.join(folder, name);
  let wrongUntil = 0;
  let isWrong = false;
  const move = (seconds: number) => {
    writeFileSync(`${file}.new`, `${seconds < 0 ? '' : '+'}${seconds}s\n`);
    renameSync(`${file}.new`, file);
    if (isWrong) wrongUntil = Date.now();
    isWrong = seconds !== 0;
  };
  move(0);
  return {
    settings: {
      LD_PRELOAD: findLibrary() ?? '',
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    move,
    wasWrongSince: (moment) => isWrong || wrongUntil > moment - settlingMilliseconds,
  };
}

const abandonedAfterMilliseconds = 5 * 60_000;

/**
 * libfaketime keeps a piece of shared memory for each process. A killed process leaves it behind, and a later process of another user with
 * the same process id would exit immediately (`shm_open failed: File exists`). Recent leftovers stay, because a watchdog may still use
 * them.
 */
export function removeAbandonedMemory(): void {
  for (const file of globSync('/dev/shm/{faketime_shm,sem.faketime_sem}_*')) {
    const found = statSync(file, { throwIfNoEntry: false });
    const isOld = found !== undefined && Date.now() - found.mtimeMs > abandonedAfterMilliseconds;
    if (isOld && !existsSync(`/proc/${file.split('_').at(-1)}`)) rmSync(file, { force: true });
  }
}

/** A process started under a wrong clock may still be in use for a while. */
const settlingMilliseconds = 60_000;
