// A disk whose power can be cut: an ext4 file system in a file, which loses everything that was not synced. It needs
// root and Linux with loop devices.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export interface Disk {
  /** The mount point. */
  folder: string;
  /** From now on nothing reaches the disk, including pending writes. */
  cutPower(): void;
  /** Mounts what survived the cut. No process may have one of its files open. */
  remount(): Promise<void>;
  /** Fills every free byte; returns a function that frees them again. */
  fill(): () => void;
  remove(): void;
}

const megabytes = 8192; // the file stays as small as what is written
const unmountTries = 200;
/** EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH: how the tests of Linux file systems cut the power. */
const shutdownCall = 'open(F, "<", $ARGV[0]) or die $!; my $how = pack("L", 2); ioctl(F, 0x8004587d, $how) or die $!';

/** Whether this machine allows such a disk. */
export function canCreateLoopDisk(): boolean {
  return process.getuid?.() === 0 && attempt('losetup', '--find') === null;
}

/** @param place an empty folder, which can be deleted after the disk is removed. */
export function createLoopDisk(place: string): Disk {
  const image = path.join(place, 'disk.img');
  const folder = path.join(place, 'disk');
  writeFileSync(image, '');
  truncateSync(image, megabytes * 1024 * 1024);
  mkdirSync(folder);
  run('mkfs.ext4', '-q', '-F', '-m', '0', image); // no blocks are reserved for root
  const mount = () => run('mount', '-o', 'loop', image, folder);
  const remove = () => {
    process.off('exit', remove);
    attempt('umount', '--lazy', folder); // a process with an open file keeps the disk until it ends
  };
  mount();
  process.once('exit', remove);
  return {
    folder,
    cutPower: () => run('perl', '-e', shutdownCall, folder),
    async remount() {
      for (let tries = 1; attempt('umount', folder) !== null; tries += 1) {
        if (tries === unmountTries) throw new Error('the disk is still in use');
        await delay(25);
      }
      mount();
    },
    fill() {
      const ballast = path.join(folder, 'ballast');
      for (let size = freeBytes(folder); size >= leastBytes; size = Math.min(freeBytes(folder), Math.floor(size / 2)))
        attempt('fallocate', '--offset', String(sizeOf(ballast)), '--length', String(size), ballast);
      return () => rmSync(ballast, { force: true });
    },
    remove,
  };
}

/** Smaller than any file of the service. */
const leastBytes = 4096;
const freeBytes = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};
const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

function run(program: string, ...words: string[]): void {
  const failure = attempt(program, ...words);
  if (failure !== null) throw new Error(`${program}: ${failure}`);
}

/** Not everyone who is root has the folder of losetup and mkfs on the path. */
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` };

/** Its error output if it failed. */
function attempt(program: string, ...words: string[]): string | null {
  const { status, stderr, error } = spawnSync(program, words, { encoding: 'utf8', env });
  return status === 0 ? null : (error?.message ?? stderr);
}
