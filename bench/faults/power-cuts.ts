// Cuts the power of the disk, every second time as soon as a backup was reported as finished. Then the journal on the disk still holds what
// the letters that left are about, and the backup can be restored.
import path from 'node:path';
import type { Fault } from './fault.ts';
import { entriesOf } from './history.ts';
import { findGapsInJournal } from './journal-on-disk.ts';
import { restoreElsewhere } from './restored-elsewhere.ts';
import { complain, type World } from './world.ts';

export const powerCuts: Fault[] = [
  {
    name: 'power cut',
    weight: 1,
    endsServer: true,
    // What was acknowledged a moment ago is the most likely to be lost: on a busy machine the kernel soon writes it by itself.
    async strike(world, _chance, probe) {
      await probe.upload();
      await cutPower(world);
      world.start();
    },
  },
  {
    name: 'power cut after a backup',
    weight: 1,
    endsServer: true,
    async strike(world) {
      const { home, history } = world;
      const folder = path.join(home.dataDirectory, 'backups', String(entriesOf(world.readHistory(), 'backup').length));
      const { status, output } = await home.run('backup', folder);
      if (status === 0) history.write({ what: 'backup', folder });
      else complain(world, `a backup failed: ${output}`);
      await cutPower(world);
      if (status === 0) await tryBackup(world, folder);
      world.start();
    },
  },
];

async function cutPower(world: World): Promise<void> {
  world.disk?.cut();
  await world.server.killWithDatabase();
  await world.disk?.mountAgain();
  for (const gap of findGapsInJournal(world, await world.mailbox.all())) complain(world, gap);
}

async function tryBackup(world: World, folder: string): Promise<void> {
  const { home, refusal } = await restoreElsewhere(world, folder);
  if (refusal !== null) complain(world, `a finished backup cannot be restored after a power cut: ${refusal}`);
  home.clear();
}
