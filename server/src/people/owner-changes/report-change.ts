// Notifies the owner of a change that redirects or destroys something, with a link to undo it. The row, the letter and the
// change are one transaction.
import { ownerChangeDays } from '@remembrance/contract/limits.ts';
import type { OwnerChangeKind } from '@remembrance/contract/owner-changes.ts';
import type { Digests } from '../../keys/secret/digest-store.ts';
import { type Keyring, SecretMissing } from '../../keys/secret/keyring.ts';
import { deriveSecret, newSource } from '../../keys/secret/mailed-secret.ts';
import { type QueueLetterNeeds, queueLetter } from '../../letters/ledger/queue-letter.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { daysLater } from '../../platform/lib/clock.ts';
import { newId } from '../../platform/lib/ids.ts';
import { earlierEmailOf } from '../users/earlier-email-store.ts';
import { greetingName, ownerName } from '../users/owner-name.ts';
import { findUser, type UserRow } from '../users/user-store.ts';
import { insertOwnerChange, type OwnerChangeRow, setSealedEarlier } from './owner-change-store.ts';

export interface ReportChangeNeeds extends QueueLetterNeeds {
  publicUrl: string;
}

/** The value to restore: an address, with or without a name. The session, if any, stays signed in. */
export interface EarlierValue {
  name?: string;
  email: string;
  /** The note for an executor. */
  note?: string;
  sessionId?: string;
}

/** The questions to restore as they were stored, with the hashes of their answers. */
export interface EarlierQuestions {
  questions: { question: string; answer: string; otherAnswers: string[]; spellings: number }[];
}

export interface EarlierName {
  firstName: string | null;
  lastName: string | null;
}

export interface EarlierDate {
  /** Null if there was none. */
  releaseDate: string | null;
}

/** The message and files to restore, sealed under their vault's key as they were stored. */
export interface EarlierContent {
  message: string;
  messageWrittenAt: string;
  files: { id: string; fileName: string; caption: string; transcript: string }[];
}

/** The second step to turn on again, with the digests of its recovery codes. */
export interface EarlierTwoFactor {
  /** Null if it can no longer be opened. */
  secret: string | null;
  isProved: boolean;
  lastStep: number;
  recoveryCodes: string[];
}

export interface Change {
  userId: string;
  kind: OwnerChangeKind;
  vault?: { id: string; title: string };
  /** The executor or the passkey that was changed. */
  itemId?: string;
  /** What the link needs to restore the previous state, if anything. */
  earlier?: EarlierValue | EarlierQuestions | EarlierDate | EarlierContent | EarlierName | EarlierTwoFactor;
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
  const expiresAt = daysLater(now, ownerChangeDays);
  if (!user) return expiresAt;
  const id = newId(now);
  const secret = newSource(needs.keyring, 'token', `owner-change ${id}`);
  await insertOwnerChange(tx, {
    id,
    userId: user.id,
    kind: change.kind,
    expiresAt,
    createdAt: now,
    vaultId: change.vault?.id ?? null,
    itemId: change.itemId ?? null,
    sealedEarlier: change.earlier ? await needs.keyring.seal(sealContext(id), JSON.stringify(change.earlier)) : null,
    tokenDigest: digestsOfChangeLink(needs, deriveSecret(needs.keyring, secret))[0],
  });
  const trusted = trustedAddress(user, now);
  const facts = {
    firstName: greetingName(user),
    kind: change.kind,
    vaultTitle: change.vault?.title ?? null,
    before: change.before ?? null,
    after: change.after ?? null,
    at: now.toISOString(),
    until: expiresAt.toISOString(),
  };
  for (const email of addressesToNotify(user, change, trusted)) {
    const isWayBack = email === trusted;
    // Browsers never send the part after #, so no log and no other site sees it.
    const link = isWayBack
      ? { before: `${needs.publicUrl}/undo-change#`, secret }
      : `${needs.publicUrl}/forgotten-password`;
    const content = { kind: 'owner-change' as const, facts: { ...facts, link, isWayBack } };
    await queueLetter(needs, tx, { to: { name: ownerName(user), email }, userId: user.id, content });
  }
  return expiresAt;
}

// Somebody who moves an account to their own address must not be able to undo the owner's countermeasures, or hide later
// changes. So until the move can no longer be undone, the undo link is mailed to the previous address.
const trustedAddress = (user: UserRow, now: Date): string => earlierEmailOf(user, now) ?? user.email;

function addressesToNotify(user: UserRow, { kind, earlier }: Change, trusted: string): Set<string> {
  return new Set([trusted, user.email, ...(kind === 'email' && earlier && 'email' in earlier ? [earlier.email] : [])]);
}
