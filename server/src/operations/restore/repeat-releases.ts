// Releases again in a restored database what the journal shows as released, with the links that the recipients already have.
import type { Transaction } from '../../platform/database/transaction.ts';
import { listActs } from '../../records/acts/act-store.ts';
import type { JournalKeys } from '../../records/journal/journal-keys.ts';
import { readStates } from '../../records/journal/journal-state-store.ts';
import { mailCorrectionAgain } from '../../vaults/release/mail-correction-again.ts';
import { type ReleaseNeeds, recordReleases } from '../../vaults/release/record-releases.ts';
import { putDeliveryState } from '../../vaults/vault/journal-vault-store.ts';
import { releaseAsRecorded } from '../../vaults/vault/release-as-recorded.ts';
import { type LastLines, listDifferences } from './journal-differences.ts';

interface Followed {
  last: LastLines;
  counts: (vaultId: string) => boolean;
  /** The acts of releases undone only here, which do not count. */
  except: readonly string[];
}

/** @returns how many were released, and those that could not be */
export async function repeatReleases(
  needs: ReleaseNeeds & { journalFile: { keys: JournalKeys } },
  tx: Transaction,
  { last, counts, except }: Followed,
): Promise<{ released: number; notReleased: string[] }> {
  const { keys } = needs.journalFile;
  let released = 0;
  const notReleased: string[] = [];
  for (const { id: vaultId, state, isHere } of await listDifferences({ keys, tx }, last, 'vault')) {
    if (!isHere || !counts(vaultId) || state?.status !== 'released' || !state.releasedAt) continue;
    const { releasedBy } = state.person;
    const recorded = { vaultId, releasedAt: state.releasedAt, releasedBy };
    const vault = await releaseAsRecorded(tx, recorded, needs.clock.now());
    if (vault) {
      const isActKnown = (await listActs(tx, vaultId)).some(({ event }) => event === 'vault-released');
      await recordReleases(needs, tx, [vault], { withActs: !isActKnown, except });
      released += 1;
    } else if (!(await isReleased(tx, vaultId))) notReleased.push(vaultId);
    // The links of a corrected address ended with their lines. Emails are queued unless the journal shows that they were sent.
    if (await putDeliveryState(tx, vaultId, state)) await mailCorrectionAgain(needs, tx, vaultId);
  }
  return { released, notReleased };
}

async function isReleased(tx: Transaction, vaultId: string): Promise<boolean> {
  return (await readStates(tx, 'vault', [vaultId])).get(vaultId)?.status === 'released';
}
