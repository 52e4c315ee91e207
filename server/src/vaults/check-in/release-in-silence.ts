// Begins the wait of the vaults that a silence releases, as the press of an executor does. The owner can stop it. The caller holds the owner's
// lock.
import type { ReportChangeNeeds } from '../../people/owner-changes/report-change.ts';
import type { UserRow } from '../../people/users/user-store.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { minutesLater } from '../../platform/lib/clock.ts';
import { newId } from '../../platform/lib/ids.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { noFacts, type ReleaseEvent, transitionOf } from '../requests/release-states.ts';
import { factsOf } from '../requests/request-facts.ts';
import { newStopToken, notifyOfRequest, silenceName } from '../requests/request-letters.ts';
import { findOpenRequest, insertRequest, lockVaultOfRequest, stateOf } from '../requests/request-store.ts';
import { listReleasingVaults } from '../vault/vault-check-in-store.ts';

const event: ReleaseEvent = 'silence';

/** The vaults whose wait a silence would begin now. */
export async function listToRelease(tx: Transaction, ownerId: string) {
  const found = [];
  for (const { id } of await listReleasingVaults(tx, ownerId)) {
    const vault = await lockVaultOfRequest(tx, id);
    if (vault?.status !== 'active' || vault.paymentStatus === 'unpaid') continue;
    const open = await findOpenRequest(tx, id);
    const transition = transitionOf(stateOf(open), event, { ...noFacts, ...(await factsOf(tx, vault)) });
    if (transition?.to === 'waiting') found.push({ vault, transition });
  }
  return found;
}

/** @returns the vaults whose wait has begun */
export async function beginWaits(needs: ReportChangeNeeds, tx: Transaction, user: UserRow, now: Date) {
  const begun = await listToRelease(tx, user.id);
  for (const { vault, transition } of begun) {
    const id = newId(now);
    const request = await insertRequest(tx, {
      id,
      vaultId: vault.id,
      createdAt: now,
      ...newStopToken(needs, id),
      bySilence: true,
      askedByName: silenceName,
      state: 'waiting',
      waitsFrom: now,
      dueAt: minutesLater(now, vault.waitHours * 60),
    });
    if (transition.notifies) await notifyOfRequest(needs, tx, { request, vault, notice: transition.notifies });
    if (transition.act)
      await recordAct(needs, tx, { vaultId: vault.id, userId: user.id, actor: 'service', event: transition.act });
  }
  return begun.map(({ vault }) => vault);
}
