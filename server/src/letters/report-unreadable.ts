// Reports to the operator that a text cannot be opened: once a day for all of them, since with a lost key file it is every vault.
import type { Database } from '../database/open-database.ts';
import { type NotifyOperatorNeeds, notifyOperator, oncePerDay } from './notify-operator.ts';

export const reportUnreadable = (needs: NotifyOperatorNeeds & { database: Database }, vaultId: string): Promise<void> =>
  needs.database.transaction((tx) =>
    notifyOperator(needs, tx, {
      what: 'A part of a vault cannot be opened',
      facts: [
        `Vault ${vaultId} holds a text that its key does not open, or its key cannot be unwrapped. Nobody was shown anything else in its place.`,
        'Others may be the same today: npm run verify names them all.',
        'If the key file is missing or older than the database, put it back from its copy, and everything opens again. If one row was altered, restore it from a backup.',
      ],
      onceKey: oncePerDay('text-unreadable', needs.clock.now()),
    }),
  );
