// Undoes in a restored database the releases whose undo only the journal shows: by its acts and the vault's last state, whatever the clocks said. A
// release that came after the undo is then repeated as another one.
import { findUser } from '../../people/users/user-store.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { ActEvent } from '../../records/acts/act-words.ts';
import { countReleasesUndone } from '../../records/acts/undone-release-store.ts';
import type { JournalKeys } from '../../records/journal/journal-keys.ts';
import type { JournalStates } from '../../records/journal/journal-state-store.ts';
import {
  endRelease,
  notifyOfUndoneRelease,
  type UndoneReleaseNeeds,
} from '../../vaults/release/record-undone-release.ts';
import { takeBackReleases } from '../../vaults/vault/journal-vault-store.ts';
import { correctedAddress } from '../../vaults/vault/undo-store.ts';
import { findVaultOf, findVaultState } from '../../vaults/vault/vault-store.ts';
import type { BothSides } from './both-sides.ts';
import { type LastLines, listDifferences } from './journal-differences.ts';

const event: ActEvent = 'release-undone';
const isUndo = (act: object | null | undefined): act is JournalStates['act'] =>
  act !== null && act !== undefined && 'event' in act && act.event === event;

interface Followed {
  last: LastLines;
  parted: BothSides;
  /** The acts that this database lacked. */
  missing: ReadonlySet<string>;
  /** Whether the journal counts for the vault. */
  counts: (vaultId: string | null) => boolean;
}

/** The acts of releases undone only here, in vaults for which the journal counts. */
export const undoneOnlyHere = ({ parted, counts }: Pick<Followed, 'parted' | 'counts'>): string[] =>
  parted.here.flatMap(({ id, vaultId, state }) =>
    isUndo(state) && vaultId && parted.vaultIds.includes(vaultId) && counts(vaultId) ? [id] : [],
  );

/** A vault that was changed on both sides is followed late, when the operator has decided, and its acts are here by then. */
async function listVaultsToUndo(keys: JournalKeys, tx: Transaction, { last, parted, missing, counts }: Followed) {
  const differing = new Set((await listDifferences({ keys, tx }, last, 'vault')).map(({ id }) => id));
  const undone = new Set<string>();
  for (const { id, facts } of last.get('act')?.values() ?? []) {
    if (!isUndo(facts) || !facts.vaultId || !counts(facts.vaultId)) continue;
    const isLate = parted.vaultIds.includes(facts.vaultId) && differing.has(facts.vaultId);
    if (missing.has(id) || isLate) undone.add(facts.vaultId);
  }
  return undone;
}

/** @returns what notifies the people about each undo, once the vaults are as the journal says */
export async function followUndoneReleases(
  needs: UndoneReleaseNeeds & { journalFile: { keys: JournalKeys } },
  tx: Transaction,
  followed: Followed,
): Promise<(() => Promise<void>)[]> {
  const notify: (() => Promise<void>)[] = [];
  const except = undoneOnlyHere(followed);
  for (const vaultId of await listVaultsToUndo(needs.journalFile.keys, tx, followed)) {
    const before = (await findVaultState(tx, vaultId))?.vault;
    if (!before) continue;
    await takeBackReleases(tx, [vaultId]);
    const times = (await countReleasesUndone(tx, [vaultId], except)).get(vaultId) ?? 1;
    const number = times - 1;
    const reached = await endRelease(needs, tx, { vaultId, number });
    notify.push(async () => {
      const user = await findUser(tx, before.creatorId);
      const found = user && (await findVaultOf(tx, user.id, vaultId));
      if (!user || found?.vault.status !== 'active') return;
      const { vault, editsAllowed } = found;
      const removedDate = vault.scheduledReleaseDate === null ? before.scheduledReleaseDate : null;
      const undoneCorrection = correctedAddress(before);
      const undone = { user, vault, editsAllowed, number, removedDate, reached, undoneCorrection };
      await notifyOfUndoneRelease(needs, tx, undone);
    });
  }
  return notify;
}
