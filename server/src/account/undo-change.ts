// Undoes a change by the link in its letter. All other sessions are ended first, whatever happens next, unless the owner only
// changed their mind about a vault they deleted. Then the previous values are restored in one transaction with the act and the letter about
// it.
import type { OwnerChange, OwnerChangeKind } from '@remembrance/contract/owner-changes.ts';
import { proofReasons } from '@remembrance/contract/proof.ts';
import { requireProof } from '../http/require-proof.ts';
import type { VaultKeys } from '../keys/vault/vault-keys.ts';
import type { EarlierDate, EarlierValue } from '../people/owner-changes/earlier-values.ts';
import { findOwnerChange, lockOwnerChange, type OwnerChangeRow } from '../people/owner-changes/owner-change-store.ts';
import { digestsOfChangeLink, openEarlier, reportUndo } from '../people/owner-changes/report-change.ts';
import { findPasswordHash } from '../people/passwords/password-store.ts';
import { endUnderWay } from '../people/sessions/end-under-way.ts';
import { greetingName } from '../people/users/owner-name.ts';
import { lockUser, type UserRow } from '../people/users/user-store.ts';
import type { Database, DatabaseOrTransaction, Transaction } from '../platform/database/transaction.ts';
import { Refusal, refuse } from '../platform/lib/refusal.ts';
import { recordAct } from '../records/acts/act-store.ts';
import { limitCorrection } from '../vaults/executors/correct-executor.ts';
import type { LetterLimitNeeds } from '../vaults/executors/limit-executor-letters.ts';
import { limitDateLetters } from '../vaults/executors/notify-of-date.ts';
import { isReleaseProven } from '../vaults/vault/undo-store.ts';
import { findVaultState } from '../vaults/vault/vault-store.ts';
import { findContentWait } from './agree-to-move.ts';
import { canPutBack, type PutBackNeeds, putBack } from './put-back.ts';
import { followRequest, requireUndoable } from './undoable-change.ts';
import { endChanges, type Marks, newerThan, readState, reopenEnded, undoAsChange } from './undone-state.ts';

export interface UndoChangeNeeds extends PutBackNeeds, LetterLimitNeeds {
  database: Database;
  vaultKeys: VaultKeys;
}
interface UndoInput {
  token: string;
  putBack: boolean;
  /** The owner made this change and wants it undone, without signing anybody out. Possible for some kinds. */
  changedMind?: boolean | undefined;
  /** The session of this browser, if the owner is signed in here. It stays signed in. */
  own: { id: string; sessionId: string; provenAt: Date } | null;
  /** The token that identifies this browser. If the account knows it, it stays known. */
  device: string | null;
}

/** The page may show a previous person or address, but not one that was never confirmed. */
const showsEarlier: readonly OwnerChangeKind[] = ['recipient', 'executor', 'email'];

/** Changes nothing. @throws {Refusal} if the link can no longer be used */
export async function showChange(needs: UndoChangeNeeds, token: string): Promise<OwnerChange> {
  const found = requireUndoable(needs, await findOwnerChange(needs.database, digestsOfChangeLink(needs, token)));
  const change = await followRequest(needs, needs.database, found);
  if (change.kind === 'release' && change.vaultId && (await isReleaseProven(needs.database, change.vaultId)))
    refuse('release-opened');
  const kind = change.kind as OwnerChangeKind; // only this service writes it
  const stored = await openEarlier<EarlierValue & EarlierDate & Marks>(needs, change);
  const earlier = showsEarlier.includes(kind) ? stored : null;
  const newer = await needs.database.transaction(async (tx) => {
    const user = await lockUser(tx, change.userId);
    return user ? newerThan(change, stored ?? {}, await readState(tx, change, user)) : [];
  });
  return {
    kind,
    isUndo: stored?.ended !== undefined,
    newer,
    canChangeMind: canChangeMind(kind, stored ?? {}),
    vaultTitle: await titleOf(needs.database, change),
    at: change.createdAt.toISOString(),
    until: change.expiresAt.toISOString(),
    earlier: earlier && { name: earlier.name ?? '', email: earlier.email },
    ...(kind === 'release-date' && stored && { earlierDate: stored.releaseDate }),
    canPutBack: canPutBack(kind),
    hasPassword: (await findPasswordHash(needs.database, change.userId)) !== null,
    contentFrom: (await findContentWait(needs, needs.database, change))?.toISOString() ?? null,
  };
}

/** @throws {Refusal} if the link can no longer be used, or the previous values can't be restored */
export async function undoChange(needs: UndoChangeNeeds, input: UndoInput): Promise<boolean> {
  const digests = digestsOfChangeLink(needs, input.token);
  const change = requireUndoable(needs, await findOwnerChange(needs.database, digests));
  const kind = change.kind as OwnerChangeKind;
  const isPutBack = input.putBack && canPutBack(kind);
  const marks = (await openEarlier<Marks>(needs, change)) ?? {};
  const signsOut = !(input.changedMind && isPutBack && canChangeMind(kind, marks));
  if (signsOut) await needs.database.transaction((tx) => signOthersOut(needs, tx, change, input));
  const texts = isPutBack ? await readTexts(needs, change) : null;
  const within = isPutBack ? await executorsToNotify(needs, change) : new Set<string>();
  if (isPutBack) await countExecutorLetters(needs, change, marks);
  await needs.database.transaction(async (tx) => {
    // The owner is always locked before the change, to avoid deadlocks.
    const user = await lockUser(tx, change.userId);
    const locked = requireUndoable(needs, await lockOwnerChange(tx, digests));
    if (!user) refuse('change-link-unknown');
    // Somebody may have signed in again, for example with the passkey that is now removed.
    if (signsOut) await endOtherSessions(needs, tx, { ...input, userId: user.id });
    const followed = await followRequest(needs, tx, locked);
    const vaultTitle = await titleOf(tx, followed);
    const outcome = { user, change: followed, vaultTitle, isPutBack, signsOut };
    if (!isPutBack) return notifyUndone(needs, tx, { ...outcome, undo: null });
    const replaced = await readState(tx, followed, user);
    if (newerThan(followed, marks, replaced).length > 0) requireProofOf(user, input.own, needs.clock.now());
    const after = await putBack(needs, tx, { change: followed, user, texts, within });
    const ended = await endChanges(tx, [locked, followed], needs.clock.now());
    await reopenEnded(needs, tx, marks);
    const state = await readState(tx, followed, after);
    const undo = replaced && undoAsChange(followed, { user: after, replaced, state, ended, title: vaultTitle });
    return notifyUndone(needs, tx, { ...outcome, user: after, undo });
  });
  return isPutBack;
}

/** Whether the owner can undo it without signing anybody out: what they may do by mistake, and the undo itself. */
const canChangeMind = (kind: OwnerChangeKind, marks: Marks): boolean =>
  kind === 'vault-deletion' || kind === 'release-date' || kind === 'release' || marks.ended !== undefined;

/** @throws {Refusal} proof-needed, even if nobody is signed in here, or another owner is */
function requireProofOf(user: UserRow, own: UndoInput['own'], now: Date): void {
  requireProof(own?.id === user.id ? own : { provenAt: new Date(0) }, now, proofReasons.newerState);
}

/** The vault texts for a new code of the previous executor. Null for any other change. */
async function readTexts({ database, vaultKeys }: UndoChangeNeeds, { kind, vaultId, userId }: OwnerChangeRow) {
  return kind === 'executor' && vaultId ? vaultKeys.ownTexts(database, { vaultId, ownerId: userId }) : null;
}

/** The executors who may get a letter about the restored date. */
async function executorsToNotify(needs: UndoChangeNeeds, { kind, vaultId, userId }: OwnerChangeRow) {
  const isOfDate = kind === 'release-date' && vaultId !== null;
  return isOfDate ? limitDateLetters(needs, { ownerId: userId, vaultId }) : new Set<string>();
}

/** An undo always works. The undo of an undo waits for the limit, because somebody could repeat it without end. @throws {Refusal} */
async function countExecutorLetters(needs: UndoChangeNeeds, change: OwnerChangeRow, marks: Marks): Promise<void> {
  const { kind, userId: ownerId, vaultId, itemId } = change;
  const to = kind === 'executor' ? await openEarlier(needs, change) : null;
  if (!to || !vaultId || !itemId) return;
  try {
    await limitCorrection(needs, { ownerId, vaultId, executorId: itemId, to });
  } catch (error) {
    if (marks.ended || !(error instanceof Refusal)) throw error;
  }
}

async function titleOf(database: DatabaseOrTransaction, { vaultId }: OwnerChangeRow): Promise<string | null> {
  return vaultId ? ((await findVaultState(database, vaultId))?.vault.title ?? null) : null;
}

async function signOthersOut(
  needs: UndoChangeNeeds,
  tx: Transaction,
  { userId, kind, vaultId }: OwnerChangeRow,
  input: UndoInput,
): Promise<void> {
  // As everywhere, the owner is locked first: a sign-in that is under way holds this lock while it uses up its link.
  await lockUser(tx, userId);
  await endOtherSessions(needs, tx, { ...input, userId });
  const act = { userId, vaultId: vaultId ?? undefined, actor: 'owner', event: 'change-disowned' } as const;
  await recordAct(needs, tx, { ...act, detail: { kind } });
}

async function endOtherSessions(
  needs: UndoChangeNeeds,
  tx: Transaction,
  { userId, own, device }: Pick<UndoInput, 'own' | 'device'> & { userId: string },
): Promise<void> {
  const sessions = own?.id === userId ? { except: own.sessionId } : 'all';
  await endUnderWay(needs, tx, { userId, sessions, browsers: { except: device } });
}

interface Outcome {
  user: UserRow;
  undo: Parameters<typeof reportUndo>[2]['change'];
  change: OwnerChangeRow;
  vaultTitle: string | null;
  isPutBack: boolean;
  signsOut: boolean;
}

async function notifyUndone(needs: UndoChangeNeeds, tx: Transaction, outcome: Outcome): Promise<void> {
  const { user, change, vaultTitle, isPutBack, signsOut, undo } = outcome;
  const kind = change.kind as OwnerChangeKind;
  if (isPutBack) {
    const act = { userId: user.id, vaultId: change.vaultId ?? undefined, actor: 'owner' } as const;
    await recordAct(needs, tx, { ...act, event: 'change-undone', detail: { kind } });
  }
  // An undone release has letters of its own.
  if (kind === 'release' && !signsOut) return;
  const resetLink = `${needs.publicUrl}/forgotten-password`;
  const facts = { firstName: greetingName(user), kind, vaultTitle, isPutBack, signsOut, resetLink };
  await reportUndo(needs, tx, { user, change: undo, facts });
}
