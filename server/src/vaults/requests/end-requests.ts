// Ends open requests as a consequence of something else: the vault or the account is deleted, or the code of who asked or agreed is
// withdrawn. The caller holds the lock of the vault, or of its owner.
import type { Transaction } from '../../platform/database/transaction.ts';
import { type Act, recordAct } from '../../records/acts/act-store.ts';
import { noFacts, type ReleaseEvent, transitionOf } from './release-states.ts';
import { notifyOfRequest, type RequestLetterNeeds, type VaultOfRequest } from './request-letters.ts';
import {
  type Ending,
  endRequest,
  findOpenRequest,
  listOpenOfOwner,
  lockVaultOfRequest,
  type RequestRow,
  stateOf,
} from './request-store.ts';

export type EndNeeds = RequestLetterNeeds;

interface EndInput {
  vault: VaultOfRequest;
  open: RequestRow;
  event: ReleaseEvent;
  facts?: Partial<typeof noFacts>;
  by?: Pick<Ending, 'endedByName' | 'reason'>;
  /** The executor who no longer is one, and gets another email. */
  except?: string;
  actor?: Pick<Act, 'actor' | 'actorId' | 'detail'>;
}

/** Ends one request with its emails and its act. Null if the event ends nothing. */
export async function endByEvent(needs: EndNeeds, tx: Transaction, input: EndInput): Promise<RequestRow | null> {
  const { vault, open, event, by, actor = { actor: 'owner' } } = input;
  const transition = transitionOf(stateOf(open), event, { ...noFacts, ...input.facts });
  const why = transition?.ends;
  if (!transition || !why) return null;
  const ended = await endRequest(tx, open, { ...by, state: endedStateOf(why), endedWhy: why }, needs.clock.now());
  if (!ended) return null;
  if (transition.notifies)
    await notifyOfRequest(needs, tx, { request: ended, vault, notice: transition.notifies, except: input.except });
  if (transition.act && transition.to !== 'released')
    await recordAct(needs, tx, { vaultId: vault.id, userId: vault.creatorId, ...actor, event: transition.act });
  return ended;
}

const endedStateOf = (why: string): Ending['state'] => {
  if (why === 'answered') return 'stopped';
  return why === 'stopped' || why === 'objected' || why === 'lapsed' || why === 'released' ? why : 'ended';
};

/** The vault is deleted. */
export async function endRequestOf(needs: EndNeeds, tx: Transaction, vault: VaultOfRequest): Promise<void> {
  const open = await findOpenRequest(tx, vault.id);
  if (open) await endByEvent(needs, tx, { vault, open, event: 'delete' });
}

/** A code that is withdrawn must not count as a request or an agreement. */
export async function endRequestsOfExecutor(
  needs: EndNeeds,
  tx: Transaction,
  { vaultId, executorId, isReplaced }: { vaultId: string; executorId: string; isReplaced: boolean },
): Promise<void> {
  const vault = await lockVaultOfRequest(tx, vaultId);
  const open = await findOpenRequest(tx, vaultId);
  if (!vault || !open || (open.askedBy !== executorId && open.agreedBy !== executorId)) return;
  const except = isReplaced ? executorId : undefined;
  await endByEvent(needs, tx, { vault, open, event: 'withdraw-code', ...(except && { except }) });
}

/** The owner has shown up, so no silence releases a vault of theirs. Returns the vaults. The caller holds the owner's lock. */
export async function endRequestsBySilence(needs: EndNeeds, tx: Transaction, ownerId: string): Promise<string[]> {
  const vaultIds: string[] = [];
  for (const { vaultId, bySilence } of await listOpenOfOwner(tx, ownerId)) {
    const vault = bySilence ? await lockVaultOfRequest(tx, vaultId) : null;
    const open = vault && (await findOpenRequest(tx, vaultId));
    if (!vault || !open?.bySilence) continue;
    if (await endByEvent(needs, tx, { vault, open, event: 'answer', facts: { bySilence: true } }))
      vaultIds.push(vaultId);
  }
  return vaultIds;
}

/** The owner asked to delete the account, and could come back after the end of the wait. */
export async function endRequestsOfOwner(needs: EndNeeds, tx: Transaction, ownerId: string): Promise<void> {
  for (const { vaultId } of await listOpenOfOwner(tx, ownerId)) {
    const vault = await lockVaultOfRequest(tx, vaultId);
    const open = vault && (await findOpenRequest(tx, vaultId));
    if (open) await endByEvent(needs, tx, { vault, open, event: 'delete-account' });
  }
}
