// Reports texts that cannot be opened: in the log once a day for each vault, and to the operator once a day for all vaults together,
// because a lost key file affects every vault.
import type { Database } from '../../platform/database/open-database.ts';
import { type NotifyOperatorNeeds, notifyOperator, oncePerDay } from './notify-operator.ts';

interface Needs extends NotifyOperatorNeeds {
  database: Database;
  /** Called the first time in a day that something of the vault cannot be opened. */
  log: (vaultId: string, cause: unknown) => void;
  reportFailure: (what: string, error: unknown) => void;
}

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
