// `npm run backup [-- folder]`: copies the database, the files, the journal and the keys while the service runs. The embedded database is
// copied, and a server's is dumped with pg_dump. Files in the previous backup are hard-linked from it and need no more space.
import path from 'node:path';
import { systemClock } from '../platform/lib/clock.ts';
import { CommandRefused, readCommandLine } from './run/command-line.ts';
import { runWithConfig } from './run/run-command.ts';

const usage = `npm run backup                creates a backup in DATA_DIR/backups
npm run backup -- <folder>    creates a backup in this folder, which must not exist yet`;

await runWithConfig(async (config) => {
  const [folder] = readCommandLine({ usage, words: 1 }).positionals;
  const { dataDirectory, journalDirectory } = await config();
  const { takeBackup, nameAt } = await import('./backup/take-backup.ts');
  const destination = path.resolve(folder ?? path.join(dataDirectory, 'backups', nameAt(systemClock.now())));
  const copied = [path.join(dataDirectory, 'postgres'), path.join(dataDirectory, 'objects'), journalDirectory];
  for (const place of copied)
    if (place && `${destination}/`.startsWith(`${place}/`))
      throw new CommandRefused(`${destination} is in ${place}, which is copied; name a folder outside it.`);
  return (opened, report) => takeBackup(opened, destination, report);
});
