// What reads and stores vaults: their keys, the files on their way, and the virus scanner.

import { createClamdScanner } from '../files/scan/clamd-scanner.ts';
import { createTransfers } from '../files/upload/transfers.ts';
import { describeFault } from '../http/problem-reply.ts';
import { createVaultKeys } from '../keys/vault/vault-keys.ts';
import { createUnreadableReport } from '../letters/ledger/report-keys.ts';
import { listRestoredPlans } from '../plans/restored-plans.ts';
import type { Foundation } from './create-foundation.ts';

export function createVaults(foundation: Foundation) {
  const { config, log, clock, jobDatabase, masterKeys, operatorNotices, journalFile, reportFailure } = foundation;
  const onUnreadable = createUnreadableReport({
    ...operatorNotices,
    database: jobDatabase,
    log: (vaultId, cause) => log.error({ vaultId, error: describeFault(cause) }, 'a part of a vault cannot be opened'),
    reportFailure,
  });
  const logUnscanned = (fileId: string, reason: string) => log.warn({ fileId, reason }, 'a file was not scanned');
  return {
    vaultKeys: createVaultKeys({ masterKeys, clock, codeKey: journalFile.keys.codeKey, onUnreadable }),
    virusScanner: config.clamd ? createClamdScanner(config.clamd, { log: logUnscanned }) : null,
    transfers: createTransfers(),
    listRestoredPlans,
    maxFileBytes: config.maxFileBytes,
    trialStorageGigabytes: config.trialStorageGigabytes,
    recipientLinkDays: config.recipientLinkDays,
  };
}
