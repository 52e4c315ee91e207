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
      needs.reportFailure('the operator could not be notified of a vault that cannot be opened', error);
    });
  };
}

const writeNotice = (needs: Needs, vaultId: string, onceKey: string): Promise<void> =>
  needs.database.transaction((tx) =>
    notifyOperator(needs, tx, {
      what: 'A part of a vault cannot be opened',
      facts: [
        `Vault ${vaultId} contains a text that its key does not open, or its key cannot be unwrapped. Its readers were shown an error and nothing else.`,
        'Other vaults may be affected. “npm run verify” lists them all.',
        'If the key file is missing or older than the database, restore it from its copy. If the key service reports that a master key is missing, restore the key there. Everything then opens again. If a single row was altered, restore it from a backup.',
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
          `Copy ${file} again, to a place apart from the database and its backups. An earlier copy can no longer open any vault.`,
          'Keep an earlier copy only as long as you may restore a backup from that time, and then destroy it: anyone who has both can read what was deleted since then.',
        ],
        onceKey: `master-key/${name}`,
      }),
    );
