// Notifies the operator about the keys: of texts that cannot be opened, and of a key file that must be copied again.
import type { Database } from '../../platform/database/transaction.ts';
import { type NotifyOperatorNeeds, notifyOperator, oncePerDay } from './notify-operator.ts';

interface Needs extends NotifyOperatorNeeds {
  database: Database;
  /** Called the first time each day that a text or key of the vault cannot be opened. */
  log: (vaultId: string, cause: unknown) => void;
  reportFailure: (what: string, error: unknown) => void;
}

/** Logs this once a day for each vault, and mails one letter a day for all vaults, because a lost key file affects every vault. */
export function createUnreadableReport(needs: Needs): (vaultId: string, cause: unknown) => void {
  let today = { key: '', vaultIds: new Set<string>() };
  return (vaultId, cause) => {
    const key = oncePerDay('text-unreadable', needs.clock.now());
    if (today.key !== key) today = { key, vaultIds: new Set() };
    const { vaultIds } = today;
    if (vaultIds.has(vaultId)) return;
    vaultIds.add(vaultId);
    needs.log(vaultId, cause);
    if (vaultIds.size > 1) return;
    writeNotice(needs, vaultId, key).catch((error: unknown) => {
      vaultIds.clear(); // the next call tries again
      needs.reportFailure('the operator could not be notified of what cannot be opened', error);
    });
  };
}

const writeNotice = (needs: Needs, vaultId: string, onceKey: string): Promise<void> =>
  needs.database.transaction((tx) =>
    notifyOperator(needs, tx, {
      what: 'A part of a vault cannot be opened',
      facts: [
        `Vault ${vaultId} holds a text that its key does not open, or its key cannot be unwrapped. Nobody was shown anything else in its place.`,
        'Others may be the same today: npm run verify names them all.',
        'If the key file is missing or older than the database, put it back from its copy; if the key service says that a master key is not there, restore it there: then everything opens again. If one row was altered, restore it from a backup.',
      ],
      onceKey,
    }),
  );

/** Notifies the operator that the key file has a new master key and must be copied again, once for each key. */
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
