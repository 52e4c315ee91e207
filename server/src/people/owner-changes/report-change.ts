// Notifies the owner of a change that redirects or destroys something, with a link to undo it. The row, the letter and the
// change are one transaction.
import { ownerChangeDays } from '@remembrance/contract/limits.ts';
import type { OwnerChangeKind } from '@remembrance/contract/owner-changes.ts';
import type { Digests } from '../../keys/secret/digest-store.ts';
import { type Keyring, SecretMissing } from '../../keys/secret/keyring.ts';
import { deriveSecret, newSource, type SecretSource } from '../../keys/secret/mailed-secret.ts';
import { type QueueLetterNeeds, queueLetter } from '../../letters/ledger/queue-letter.ts';
import type { FactsOf } from '../../letters/templates/letter-content.ts';
import type { SecretText } from '../../letters/templates/queued-content.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { daysLater } from '../../platform/lib/clock.ts';
import { newId } from '../../platform/lib/ids.ts';
import { trustedAddress } from '../users/earlier-email-store.ts';
import { greetingName, ownerName } from '../users/owner-name.ts';
import { findUser, type UserRow } from '../users/user-store.ts';
import {
  type EarlierContent,
  type EarlierDate,
  type EarlierMarks,
  type EarlierName,
  type EarlierQuestions,
  type EarlierTitle,
  type EarlierTwoFactor,
  type EarlierValue,
  fingerprintOf,
} from './earlier-values.ts';
import { insertOwnerChange, type OwnerChangeRow, setSealedEarlier } from './owner-change-store.ts';

export interface ReportChangeNeeds extends QueueLetterNeeds {
  publicUrl: string;
}

export interface Change {
  userId: string;
  kind: OwnerChangeKind;
  vault?: { id: string; title: string };
  /** The executor or the passkey that was changed. */
  itemId?: string;
  /** What the link needs to restore the previous state, if anything. */
  earlier?:
    | EarlierValue
    | EarlierTitle
    | EarlierQuestions
    | EarlierDate
    | EarlierContent
    | EarlierName
    | EarlierTwoFactor;
  /** What the change made, in the shape of `earlier`. */
  state?: object | null;
  /** The vault's version after the edit, if the plan counted it, and whether it was the last edit. */
  editVersion?: number | null;
  isLastEdit?: boolean;
  /** The text in the letter. Letters are stored in plain text until they are sent, so it must contain nothing that is sealed elsewhere. */
  before?: string | undefined;
  after?: string | undefined;
}

export const digestsOfChangeLink = ({ keyring }: { keyring: Keyring }, token: string): Digests =>
  keyring.digests('link-token', token);

const sealContext = (id: string): string => `owner-change/${id}`;

/** Null if there was no value, it has been erased, or the secret of the service that sealed it was lost or retired. */
export async function openEarlier<Value = EarlierValue>(
  { keyring }: { keyring: Keyring },
  { id, sealedEarlier }: OwnerChangeRow,
): Promise<Value | null> {
  if (!sealedEarlier) return null;
  try {
    return JSON.parse(await keyring.open(sealContext(id), sealedEarlier));
  } catch (error) {
    if (error instanceof SecretMissing) return null;
    throw error;
  }
}

export async function replaceEarlier(
  { keyring }: { keyring: Keyring },
  tx: Transaction,
  { id }: OwnerChangeRow,
  earlier: Change['earlier'],
): Promise<void> {
  await setSealedEarlier(tx, id, await keyring.seal(sealContext(id), JSON.stringify(earlier)));
}

/** "Rosa Lindqvist (rosa@example.com)" */
export const formatPerson = ({ name, email }: { name?: string; email: string }): string =>
  name ? `${name} (${email})` : email;

/** @returns the last time at which the change can be undone */
export async function reportChange(needs: ReportChangeNeeds, tx: Transaction, change: Change): Promise<Date> {
  const user = await findUser(tx, change.userId);
  const now = needs.clock.now();
  if (!user) return daysLater(now, ownerChangeDays);
  const { secret, expiresAt } = await storeChange(needs, tx, change);
  const trusted = trustedAddress(user, now);
  const facts = {
    firstName: greetingName(user),
    kind: change.kind,
    vaultTitle: change.vault?.title ?? null,
    before: change.before ?? null,
    after: change.after ?? null,
    at: now.toISOString(),
    until: expiresAt.toISOString(),
    ...(change.isLastEdit ? { isLastEdit: true } : {}),
  };
  for (const email of addressesToNotify(user, change, trusted)) {
    const isWayBack = email === trusted;
    const link = isWayBack ? undoLink(needs, secret) : `${needs.publicUrl}/forgotten-password`;
    const content = { kind: 'owner-change' as const, facts: { ...facts, link, isWayBack } };
    await queueLetter(needs, tx, { to: { name: ownerName(user), email }, userId: user.id, content });
  }
  return expiresAt;
}

// Browsers never send the part after #, so no log and no other site sees it.
export const undoLink = ({ publicUrl }: Pick<ReportChangeNeeds, 'publicUrl'>, secret: SecretSource): SecretText => ({
  before: `${publicUrl}/undo-change#`,
  secret,
});

async function storeChange(
  { keyring, clock }: ReportChangeNeeds,
  tx: Transaction,
  { earlier, state, ended, ...change }: Change & Pick<EarlierMarks, 'ended'>,
) {
  const now = clock.now();
  const id = newId(now);
  const secret = newSource(keyring, 'token', `owner-change ${id}`);
  const expiresAt = daysLater(now, ownerChangeDays);
  const marks = { ...(state ? { after: fingerprintOf(state) } : {}), ...(ended ? { ended } : {}) };
  await insertOwnerChange(tx, {
    id,
    userId: change.userId,
    kind: change.kind,
    expiresAt,
    createdAt: now,
    vaultId: change.vault?.id ?? null,
    itemId: change.itemId ?? null,
    editVersion: change.editVersion ?? null,
    sealedEarlier: earlier ? await keyring.seal(sealContext(id), JSON.stringify({ ...earlier, ...marks })) : null,
    tokenDigest: digestsOfChangeLink({ keyring }, deriveSecret(keyring, secret))[0],
  });
  return { secret, expiresAt };
}

interface Undo {
  user: UserRow;
  /** The undo as a change of its own; null if it replaced nothing that can come back. */
  change: (Change & Pick<EarlierMarks, 'ended'>) | null;
  facts: Omit<FactsOf<'owner-change-undone'>, 'link' | 'until'>;
}

/** Notifies the owner of an undo, with a link that restores what it replaced. */
export async function reportUndo(needs: ReportChangeNeeds, tx: Transaction, { user, change, facts }: Undo) {
  const stored = change && (await storeChange(needs, tx, change));
  const trusted = trustedAddress(user, needs.clock.now());
  for (const email of new Set([trusted, user.email])) {
    const wayBack = email === trusted ? stored : null;
    const link = wayBack && undoLink(needs, wayBack.secret);
    const until = wayBack?.expiresAt.toISOString() ?? null;
    const content = { kind: 'owner-change-undone' as const, facts: { ...facts, link, until } };
    await queueLetter(needs, tx, { to: { name: ownerName(user), email }, userId: user.id, content });
  }
}

function addressesToNotify(user: UserRow, { kind, earlier }: Change, trusted: string): Set<string> {
  return new Set([trusted, user.email, ...(kind === 'email' && earlier && 'email' in earlier ? [earlier.email] : [])]);
}
