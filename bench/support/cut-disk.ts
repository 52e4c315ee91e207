// A disk whose power can be cut: an ext4 file system in a file, which forgets at a cut whatever was not synced to it.
// Needs root and a Linux with loop devices.
import { spawnSync } from 'node:child_process';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export interface CutDisk {
  /** Where it is mounted. */
  folder: string;
  /** From this moment nothing reaches the disk, and nothing that was on its way arrives. */
  cut(): void;
  /** Brings back what the cut has left. Nothing may have a file of it open any more. */
  mountAgain(): Promise<void>;
  remove(): void;
}

const megabytes = 4096; // the file stays as small as what is written
const unmountTries = 200;
/** EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH: how the tests of Linux file systems cut the power. */
const cutPower = 'open(F, "<", $ARGV[0]) or die $!; my $how = pack("L", 2); ioctl(F, 0x8004587d, $how) or die $!';

/** @param place an empty folder, which can be removed once the disk has been. */
export function makeCutDisk(place: string): CutDisk {
  const image = path.join(place, 'disk.img');
  const folder = path.join(place, 'disk');
  writeFileSync(image, '');
  truncateSync(image, megabytes * 1024 * 1024);
  mkdirSync(folder);
  run('mkfs.ext4', '-q', '-F', image);
  const mount = () => run('mount', '-o', 'loop', image, folder);
  const remove = () => {
    process.off('exit', remove);
    attempt('umount', '--lazy', folder); // what still has a file of it open keeps it until it ends
  };
  mount();
  process.once('exit', remove);
  return {
    folder,
    cut: () => run('perl', '-e', cutPower, folder),
    async mountAgain() {
      for (let tries = 1; attempt('umount', folder) !== null; tries += 1) {
        if (tries === unmountTries) throw new Error('the disk is still in use');
        await delay(25);
      }
      mount();
    },
    remove,
  };
}

function run(program: string, ...words: string[]): void {
  const failure = attempt(program, ...words);
  if (failure !== null) throw new Error(`${program}: ${failure}`);
}

/** What it said where it failed. */
function attempt(program: string, ...words: string[]): string | null {
  const { status, stderr, error } = spawnSync(program, words, { encoding: 'utf8' });
  return status === 0 ? null : (error?.message ?? stderr);
}
