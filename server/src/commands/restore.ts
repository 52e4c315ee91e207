// `npm run restore -- <folder>`: puts a backup into an empty DATA_DIR, checks it, and starts the hold. Without a folder it starts the hold
// in the existing database, such as one restored with the server's own tools.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { StartRefused } from '../platform/lib/start-refused.ts';
import { readCommandLine, refuseLongText } from './run/command-line.ts';
import { runWithConfig } from './run/run-command.ts';

const usage = `npm run restore -- <folder>   puts this backup into DATA_DIR, which must not contain a database
npm run restore               starts the hold in the database that is in place: restored by its own tools, or about to replace another database
--incomplete                  restores a backup that lacks files
--without-journal "<why>"     starts the hold without the journal, if no copy of it reaches as far as the backup; also in a database that is already
                              in place. Everything that may have happened since then is in doubt
--yes                         starts the hold even if the journal contains nothing that the database lacks, so that nothing shows that it was restored`;

const options = {
  incomplete: { type: 'boolean' },
  'without-journal': { type: 'string' },
  yes: { type: 'boolean' },
} as const;

await runWithConfig(
  async (config) => {
    const { positionals, values } = readCommandLine({ usage, options, words: 1 });
    const [folder] = positionals;
    const withoutJournal = values['without-journal']?.trim();
    if (withoutJournal) refuseLongText('--without-journal', withoutJournal);
    const choices = {
      incomplete: values.incomplete === true,
      withoutJournal,
      evenUnrestored: values.yes === true || folder !== undefined,
    };
    const { embedded } = (await config()).database;
    if (withoutJournal === '') throw new StartRefused(usage);
    if (folder && !embedded) throw new StartRefused(explainServer(path.resolve(folder)));
    return async (opened, report) => {
      const { holdInPlace, restoreFolder } = await import('./restore/restore-backup.ts');
      return folder
        ? restoreFolder(opened, path.resolve(folder), { ...choices, report })
        : holdInPlace(opened, choices);
    };
  },
  { looksItself: true },
);

/** A folder is restored only into DATA_DIR. */
function explainServer(folder: string): string {
  if (existsSync(path.join(folder, 'database.dump')))
    return `DATABASE_URL is set, so restore ${folder}/database.dump with pg_restore first (docs/guide/restore.md), and then run this without a folder. Nothing was changed.`;
  if (existsSync(path.join(folder, 'postgres/cluster')))
    return `${folder} is a backup of an embedded database, and DATABASE_URL is set. Run this without DATABASE_URL, and then move the database to the server (docs/guide/moving.md). Nothing was changed.`;
  return `${folder} is not a backup.`;
}
