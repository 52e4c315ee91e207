// The slow pass over every vault's texts and activity: those that were not read back for 30 days, for a minute at a time. Files have a
// pass of their own (files/verify-old-files.ts).
import { reportBroken } from '../audit/report-broken.ts';
import { verifyChains } from '../audit/verify-chains.ts';
import type { NotifyOperatorNeeds } from '../letters/notify-operator.ts';
import { daysLater } from '../lib/clock.ts';
import { listUnchecked } from './check-store.ts';
import { type CheckVaultNeeds, checkVault } from './check-vault.ts';
import { findTexts } from './vault-text-store.ts';

const oldAfterDays = 30;
const runMilliseconds = 60_000;
const vaultsInOneRun = 1000;

type Needs = CheckVaultNeeds & NotifyOperatorNeeds;

export async function verifyOldVaults(needs: Needs, signal?: AbortSignal): Promise<void> {
  const { clock, database } = needs;
  const until = clock.monotonicMilliseconds() + runMilliseconds;
  for (const id of await listUnchecked(database, daysLater(clock.now(), -oldAfterDays), vaultsInOneRun)) {
    if (signal?.aborted || clock.monotonicMilliseconds() >= until) return;
    await verifyVault(needs, id);
  }
}

async function verifyVault(needs: Needs, id: string): Promise<void> {
  const { broken } = await verifyChains(needs.database, id);
  if (broken.length > 0)
    await reportBroken(
      needs,
      broken.map(({ what }) => what),
    );
  const vault = await findTexts(needs.database, id);
  if (vault) await checkVault(needs, vault, broken.length === 0);
}
