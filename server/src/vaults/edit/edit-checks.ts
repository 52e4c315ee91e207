// What an edit is refused for: a date that cannot be, a version that was overtaken, and an owner who has to prove who they are first.
import { proofReasons } from '@remembrance/contract/proof.ts';
import { dateInThePast, releaseWayMissing } from '@remembrance/contract/vaults.ts';
import { requireProof, requireProofInOldSession } from '../../http/require-proof.ts';
import type { Owner } from '../../http/routes.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { listExecutors } from '../executors/executor-store.ts';
import { requireProofOfNearDate } from '../vault/near-date.ts';
import type { VaultRow } from '../vault/vault-store.ts';
import { type Editable, isRedirected } from './vault-rules.ts';

interface Proofs {
  vault: Pick<VaultRow, 'paymentStatus'>;
  changes: Partial<Editable>;
  /** Whether its release would come later or not at all. */
  isWithdrawn: boolean;
  /** Whether it uses the last edit of the plan. */
  isLast: boolean;
  isContentLost: boolean;
}

/** @throws {Refusal} proof-needed */
export function requireProofs(owner: Owner, { vault, changes, ...edit }: Proofs, now: Date): void {
  if (isRedirected(changes)) requireProof(owner, now);
  if (edit.isWithdrawn && vault.paymentStatus !== 'unpaid') requireProof(owner, now, proofReasons.withdrawnDate);
  if (edit.isLast) requireProof(owner, now, proofReasons.lastEdit);
  if (changes.scheduledReleaseDate) requireProofOfNearDate(owner, changes.scheduledReleaseDate, now);
  if (edit.isContentLost) requireProofInOldSession(owner, now, proofReasons.content);
}

export async function checkDate(
  tx: Transaction,
  vaultId: string,
  date: Date | null | undefined,
  now: Date,
): Promise<void> {
  if (date && date <= now) refuseDate(dateInThePast);
  if (date === null && (await listExecutors(tx, vaultId)).length === 0) refuseDate(releaseWayMissing);
}

export function refuseConflict(vault: VaultRow, changes: Partial<Editable>): never {
  const { title, recipientName, recipientEmail, message, scheduledReleaseDate, version } = vault;
  const stored = { title, recipientName, recipientEmail, message, version };
  const { scheduledReleaseDate: date, ...texts } = changes;
  return refuse('edit-conflict', {
    conflict: {
      stored: { ...stored, scheduledReleaseDate: scheduledReleaseDate?.toISOString() ?? null },
      sent: { ...texts, ...(date === undefined ? {} : { scheduledReleaseDate: date?.toISOString() ?? null }) },
    },
  });
}

const refuseDate = (sentence: string): never =>
  refuse('invalid-input', { detail: sentence, fields: { scheduledReleaseDate: sentence } });
