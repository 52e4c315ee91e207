// Cuts the disk's power, every second time just after a backup was reported as finished. The journal on the disk must then still contain
// the event of every sent letter, and the backup must be restorable.
import path from 'node:path';
import type { Fault } from './faults.ts';
import { findJournalGaps } from './journal-check.ts';
import { restoreElsewhere } from './restore-check.ts';
import { recordViolation, type Testbed } from './testbed.ts';

export const powerCuts: Fault[] = [
  {
    name: 'power cut',
    weight: 1,
    endsServer: true,
    // The most recent acknowledgement is the most likely to be lost: on a busy machine the kernel soon writes older data on
    // its own.
    async inject(testbed, _random, probe) {
      await probe.upload();
      await cutPower(testbed);
      testbed.start();
    },
  },
  {
    name: 'power cut after a backup',
    weight: 1,
    endsServer: true,
    async inject(testbed) {
      const { installation, history } = testbed;
      const folder = path.join(installation.dataDirectory, 'backups', String(history.of('backup').length));
      const { status, output } = await installation.run('backup', folder);
      if (status === 0) history.write({ what: 'backup', folder });
      else recordViolation(testbed, `a backup failed: ${output}`);
      await cutPower(testbed);
      if (status === 0) await tryBackup(testbed, folder);
      testbed.start();
    },
  },
];

async function cutPower(testbed: Testbed): Promise<void> {
  testbed.disk?.cutPower();
  await testbed.server.killWithDatabase();
  await testbed.disk?.remount();
  for (const gap of findJournalGaps(testbed, await testbed.mailbox.all())) recordViolation(testbed, gap);
}

async function tryBackup(testbed: Testbed, folder: string): Promise<void> {
  const { installation, refusal } = await restoreElsewhere(testbed, folder);
  if (refusal !== null) recordViolation(testbed, `a finished backup cannot be restored after a power cut: ${refusal}`);
  installation.clear();
}
