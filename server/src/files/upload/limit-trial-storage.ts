// Limits what owners without a payment store, who may be one person with many accounts: in a network, and in the installation.
import type { RateLimiter } from '../../http/rate-limiter.ts';
import { type NotifyOperatorNeeds, notifyOperator, oncePerDay } from '../../letters/ledger/notify-operator.ts';
import type { Database } from '../../platform/database/transaction.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { isUnpaidVault } from './upload-store.ts';

export interface TrialStorageNeeds extends NotifyOperatorNeeds {
  database: Database;
  rateLimiter: RateLimiter;
  /** How much all of these owners may add in 30 days. */
  trialStorageGigabytes: number;
}

interface Adding {
  ownerId: string;
  vaultId: string;
  network: string;
}

/** Of the installation. */
const partOfNetwork = 1 / 5;
const megabyte = 1024 ** 2;
const window = { seconds: 30 * 86_400, durable: true };

/** Called before an upload, whose size is not known yet. @throws {Refusal} trial-storage-full */
export async function refuseFullTrialStorage(needs: TrialStorageNeeds, adding: Adding): Promise<void> {
  if (!(await isUnpaidVault(needs.database, adding))) return;
  const full = (await countMegabytes(needs, adding.network, 0)).find(({ left }) => left <= 0);
  if (!full) return;
  const onceKey = oncePerDay('trial-storage', needs.clock.now());
  const { trialStorageGigabytes } = needs;
  await needs.database.transaction((tx) =>
    notifyOperator(needs, tx, {
      what: 'The room for files of owners without a payment is used up',
      facts: [
        `${full.of === 'network' ? 'The owners of one network' : 'All of them together'} have added as much in 30 days as TRIAL_STORAGE_GB allows: ${trialStorageGigabytes} GB for all, a fifth for a network.`,
        `Until ${full.endsAt.toISOString().slice(0, 10)} they are asked to pay before they add files. What is stored stays.`,
      ],
      onceKey,
    }),
  );
  refuse('trial-storage-full', { retryAt: full.endsAt });
}

/** Counts a file that was stored. */
export async function countTrialBytes(needs: TrialStorageNeeds, adding: Adding, sizeBytes: number): Promise<void> {
  if (await isUnpaidVault(needs.database, adding))
    await countMegabytes(needs, adding.network, Math.ceil(sizeBytes / megabyte));
}

async function countMegabytes(
  { rateLimiter, trialStorageGigabytes }: TrialStorageNeeds,
  network: string,
  amount: number,
) {
  const tries = trialStorageGigabytes * 1024;
  const ofNetwork = { ...window, tries: Math.ceil(tries * partOfNetwork), amount };
  return [
    { of: 'network', ...(await rateLimiter.count('trial megabytes from', network, ofNetwork)) },
    { of: 'all', ...(await rateLimiter.count('trial megabytes', 'of all owners', { ...window, tries, amount })) },
  ];
}
