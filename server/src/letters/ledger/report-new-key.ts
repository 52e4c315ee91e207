// Notifies the operator that the key file has a new master key and must be copied again, once for each key.
import type { Database } from '../../platform/database/open-database.ts';
import { type NotifyOperatorNeeds, notifyOperator } from './notify-operator.ts';

export const createNewKeyReport =
  (needs: NotifyOperatorNeeds & { database: Database }) =>
  (file: string, name: string): Promise<void> =>
    needs.database.transaction((tx) =>
      notifyOperator(needs, tx, {
        what: 'The key file has a new master key',
        facts: [
          `Copy ${file} again, to a place apart from the database and its backups: an earlier copy opens no vault any more.`,
          'Keep an earlier copy only for as long as a backup from before may be restored, and then destroy it: with both, what was deleted since can be read.',
        ],
        onceKey: `master-key/${name}`,
      }),
    );
